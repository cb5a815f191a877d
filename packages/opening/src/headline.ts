import { widthOf } from '@fieldhouse/design'

export interface Headline {
  /** Whose it is, and which tier and copy it is. */
  lines: { text: string; isTier: boolean }[]
  /** Of the lines, on a stage of 1440 by 900, px. */
  size: number
  /** How wide it is where it has two lines, in its letters' size. */
  narrow: number
}

/** The column left of the best card, on a stage of 1440 by 900, px. */
const WIDTH = 790

/** By how many cards stand there: the largest size that leaves them room, px. */
const sizeOf = (count: number): number => (count <= 3 ? 80 : count <= 5 ? 126 : 150)

/** Of the last line beside the highest card of eight, px. */
const BESIDE_CARD = 575

/**
 * What is said of a pull, in the room that its cards leave: two lines over three cards, three over five, four over eight.
 *
 * @param tier what follows the name: its tier, and which copy it is; null for a name alone
 */
export function headlineOf(name: string, tier: [name: string, copy: string] | null, count: number): Headline {
  const [first = '', ...rest] = name.split(' ')
  const isSplit = count > 5 && rest.length > 0
  const names = isSplit ? [first, rest.join(' ')] : [name]
  const tiers = tier === null ? [] : count <= 3 ? [tier.join(', ')] : [`${tier[0]},`, tier[1]]
  const lines = [...names.map((text) => ({ text, isTier: false })), ...tiers.map((text) => ({ text, isTier: true }))]
  const wide = Math.max(...lines.map(({ text }) => widthOf(text.toUpperCase())))
  const last = widthOf((lines.at(-1)?.text ?? '').toUpperCase())
  const beside = count > 5 ? Math.max(120, BESIDE_CARD / last) : sizeOf(count)
  const narrow = Math.max(...[name, tier?.join(', ') ?? ''].map((text) => widthOf(text.toUpperCase())))
  return { lines, size: Math.floor(Math.min(sizeOf(count), WIDTH / wide, beside)), narrow }
}
