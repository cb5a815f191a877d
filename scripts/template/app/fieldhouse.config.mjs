/** @type {import('@fieldhouse/build').AppConfig} */
export default { edition: '__name__' }
