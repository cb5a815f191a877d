export default { edition: 'shell', preloadFonts: ['archivo'] }
