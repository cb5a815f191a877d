/** @type {import('@fieldhouse/build').AppConfig} */
export default { edition: 'basketball' }
