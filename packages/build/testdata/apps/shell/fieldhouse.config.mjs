export default { edition: 'shell', host: true, preloadFonts: ['archivo'] }
