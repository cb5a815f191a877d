import { describe, expect, it } from 'vitest'

type Theme = 'light' | 'dark'

/** The colours of a floor by name, without those that are half transparent. A sheet states what differs from those before it. */
function coloursOf(sheets: readonly string[], theme: Theme): Record<string, string> {
  const colours: Record<string, string> = {}
  for (const sheet of sheets) {
    const start = sheet.search(/^(:root,\n)?\[data-floor/m)
    const body = sheet.slice(start, sheet.indexOf('\n}', start))
    for (const [, name, value] of body.matchAll(/--([\w-]+): ([^;]+);/g)) {
      const [, day, night] = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value as string) ?? []
      const colour = day && night ? (theme === 'light' ? day : night) : value
      if (/^#\w{6}$/.test(colour as string)) colours[name as string] = colour as string
    }
  }
  return colours
}

/** Relative luminance (WCAG 2.2, definitions). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Text and what it stands on: 4.5 (WCAG 2.2, 1.4.3). */
const TEXT = [
  ['ink', 'page'],
  ['ink', 'panel'],
  ['ink', 'raise'],
  ['ink2', 'page'],
  ['ink2', 'panel'],
  ['accenttext', 'page'],
  ['accenttext', 'panel'],
  ['onaccent', 'accent'],
  ['page', 'ink'],
  ['fieldink', 'field'],
  ['onfieldaction', 'fieldaction'],
  ['boardink', 'board'],
  ['boardlamp', 'board'],
] as const

/** Control edges, focus rings and drawings that mean something: 3 (WCAG 2.2, 1.4.11). */
const EDGES = [
  ['control', 'panel'],
  ['edge', 'page'],
  ['lamp', 'panel'],
  ['lamp', 'page'],
  ['line', 'field'],
  ['accenttext', 'raise'],
  ['fieldink', 'field'],
] as const

/** What must hold of the colours of every floor: `sheets` are its tokens, those that it starts from first. */
export function testContrast(...sheets: string[]): void {
  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    const colours = coloursOf(sheets, theme)
    const ratio = (one: string, other: string) => contrast(colours[one] as string, colours[other] as string)

    it.each(TEXT)('%s on %s is readable', (ink, ground) => {
      expect(ratio(ink, ground)).toBeGreaterThanOrEqual(4.5)
    })

    it.each(EDGES)('%s on %s is visible', (edge, ground) => {
      expect(ratio(edge, ground)).toBeGreaterThanOrEqual(3)
    })
  })
}
