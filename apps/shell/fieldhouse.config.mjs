/** @type {import('@fieldhouse/build').AppConfig} */
export default { edition: 'shell', preloadFonts: ['archivo', 'big-shoulders'] }
