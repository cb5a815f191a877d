import type { CardSheet } from '@fieldhouse/edition-kit/prerender'
import { fontsOf } from './draw.ts'
import { painted } from './paint.ts'
import { rulesOf } from './rules.ts'
import { sheetsOf } from './sheets.ts'

/**
 * What the gateway puts pictures of links to cards together of, as JSON: the drawings with their colours, and the fonts of
 * their texts.
 *
 * @param styles the release's own style sheets
 */
export async function cardPictures(folder: string, sheet: CardSheet, styles: string[]): Promise<Buffer> {
  const { sheets, faces } = await sheetsOf(folder)
  const rules = rulesOf([...sheets, ...styles])
  const fonts = await fontsOf(faces)
  return Buffer.from(
    JSON.stringify({ fonts: fonts.map((font) => font.toString('base64')), ...sheet }, (_, value) =>
      typeof value === 'string' && value.startsWith('<svg') ? painted(value, rules) : value,
    ),
  )
}
