/** Advances of the display face's capitals at its heaviest, in em; what is not here is as wide as most are. */
const ADVANCES: Record<string, number> = { M: 0.86, W: 0.87, N: 0.62, Ñ: 0.62, I: 0.26, Í: 0.26, ' ': 0.2 }
const NARROW = /[.,:;·'1]/

/** The width of capitals, em. */
export const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (ADVANCES[letter] ?? (NARROW.test(letter) ? 0.29 : 0.53)), 0)

/** Sizes of a title from a headline's down, px. */
const SIZES = [190, 168, 148, 132, 118, 106, 96, 86, 76, 66, 56, 46]

export interface SetTitle {
  /** px. */
  size: number
  /** From one baseline to the next, px: capitals with accents are higher. */
  leading: number
  lines: string[]
}

/**
 * A title in capitals in the largest size in which it fits into a column, broken between words. A drawing has no lines of
 * its own.
 *
 * @param width px
 * @param height px
 */
export function setTitle(title: string, width: number, height: number): SetTitle {
  const words = title.toUpperCase().split(/\s+/)
  const leading = /[^ -~]/.test(title.toUpperCase()) ? 1.02 : 0.9
  const set = (size: number): SetTitle => {
    const lines: string[] = []
    for (const word of words) {
      const line = [...lines.slice(-1), word].join(' ')
      if (lines.length > 0 && widthOf(line) * size <= width) lines[lines.length - 1] = line
      else lines.push(word)
    }
    return { size, leading: size * leading, lines }
  }
  const fits = ({ size, leading, lines }: SetTitle) =>
    lines.length * leading <= height && lines.every((line) => widthOf(line) * size <= width)
  const found = SIZES.map(set).find(fits)
  if (!found) throw new Error(`drawing the title ${JSON.stringify(title)}: it has no size in which it fits its column`)
  return found
}
