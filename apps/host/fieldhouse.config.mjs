/** @type {import('@fieldhouse/build').AppConfig} */
export default { edition: 'host' }
