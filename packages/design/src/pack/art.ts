import { MOST_CARDS, tierNamed } from '../card/row-terms'
import type { PackArt } from './Pack'

/** How many prints there are of a wrapper. */
const PRINTS = 4n

/** What of a drop's row tells its packs from others. */
export interface PackOrigin {
  /** The drop's id, decimal digits. */
  id: string
  contents: { cards?: unknown; least?: unknown }
}

/** What tells a drop's packs from others (docs/edition-contract.md, "Lists the gateway knows"). */
export function artOf({ id, contents: { cards, least } }: PackOrigin): PackArt {
  const isKnown = Number.isSafeInteger(cards) && (cards as number) > 0 && (cards as number) <= MOST_CARDS
  return {
    least: isKnown ? String(tierNamed(String(least)) ?? 1) : '',
    cards: isKnown ? String(cards) : '',
    print: String(BigInt(id) % PRINTS),
  }
}
