import type { Drop } from '@fieldhouse/chain-data'
import type { PackArt } from '@fieldhouse/design'
import { MOST_CARDS, tierNamed } from '../odds/row-terms'

/** How many prints there are of a wrapper. */
const PRINTS = 4n

/** What tells a drop's packs from others, by its row (docs/edition-contract.md, "Lists the gateway knows"). */
export function artOf({ id, contents: { cards, least } }: Pick<Drop, 'id' | 'contents'>): PackArt {
  const isKnown = Number.isSafeInteger(cards) && (cards as number) > 0 && (cards as number) <= MOST_CARDS
  return {
    least: isKnown ? String(tierNamed(String(least)) ?? 1) : '',
    cards: isKnown ? String(cards) : '',
    print: String(BigInt(id) % PRINTS),
  }
}
