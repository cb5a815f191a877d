// A webpack loader must be CommonJS to be loaded by path from every webpack process.
const subsetFont = require('subset-font')

/**
 * What English and Spanish pages print: ASCII, Spanish letters and marks, and the signs the design uses. A sign that the
 * font does not have is left out of the subset and falls back to the next font of the stack.
 */
const CHARACTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'áéíóúüñÁÉÍÓÚÜÑàèìòùçÇâêîôûäëïößãõ¿¡ºª',
  ...'\u00a0\u202f–—‘’“”«»…·•°×÷±≈≤≥%‰€£$©®™',
  ...'←↑→↓↗✓✕−½¼¾²³№',
].join('')

/** The weights that a style sheet asks a variable font for, as in `face.woff2?wght=700-900`; all of them when it names none. */
const weights = (query) => {
  const [, min, max] = /[?&]wght=(\d+)-(\d+)/.exec(query) ?? []
  return min === undefined ? {} : { variationAxes: { wght: { min: Number(min), max: Number(max) } } }
}

/** Cuts a font to what the site prints. The same font gives the same bytes. */
module.exports = function subsetLoader(source) {
  const done = this.async()
  subsetFont(source, CHARACTERS, { targetFormat: 'woff2', ...weights(this.resourceQuery) }).then(
    (font) => done(null, font),
    (cause) => done(new Error(`subsetting the font ${this.resourcePath}: is it a woff2 file?`, { cause })),
  )
}
module.exports.raw = true
