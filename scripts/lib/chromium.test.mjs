import { expect, it } from 'vitest'
import { fontConfiguration } from './chromium.mjs'

it('tells the unpacked Chromium where its fonts are, wherever that is, and keeps their cache beside them', () => {
  const configuration = fontConfiguration('/some/where & <else>')
  expect(configuration).toContain('<dir>/some/where &amp; &lt;else>/fonts/fonts</dir>')
  expect(configuration).toContain('<cachedir>/some/where &amp; &lt;else>/fonts-cache</cachedir>')
})
