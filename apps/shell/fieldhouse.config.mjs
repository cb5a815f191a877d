/** @type {import('@fieldhouse/build').AppConfig} */
export default { edition: 'shell', host: true, preloadFonts: ['archivo', 'big-shoulders'] }
