import type { Tier } from '@fieldhouse/design'
import { byId, type OwnCard } from '@fieldhouse/holdings'
import { doublesOf } from './doubles'
import type { Finding, Sort } from './finding'
import { asTheyHang, byTier } from './hang'

/** Without accents and case: who types fast finds all the same. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const ORDERS: Record<Sort, (a: OwnCard, b: OwnCard) => number> = {
  tier: byTier,
  newest: (a, b) => byId(b.id, a.id),
  number: (a, b) => a.traits.number - b.traits.number || byTier(a, b),
  team: (a, b) => a.traits.team.name.localeCompare(b.traits.team.name) || byTier(a, b),
}

/**
 * The cards that are looked for, in their order.
 *
 * @param tierName what the page calls a tier
 */
export function findCards(
  cards: readonly OwnCard[],
  { view, text, tier, positions, teams, sort }: Finding,
  tierName: (tier: Tier) => string,
): OwnCard[] {
  const words = folded(text).split(/\s+/).filter(Boolean)
  const found = (view === 'doubles' ? doublesOf(cards) : cards).filter(({ traits }) => {
    if (tier !== null && traits.tier !== tier) return false
    if (positions.length > 0 && !positions.includes(traits.position)) return false
    if (teams.length > 0 && !teams.includes(traits.team.name)) return false
    const searchable = folded(`${traits.team.name} ${traits.position} ${tierName(traits.tier)}`).split(' ')
    return words.every((word) =>
      /^#?\d+$/.test(word)
        ? Number(word.replace('#', '')) === traits.number
        : searchable.some((part) => part.startsWith(word)),
    )
  })
  return sort === 'tier' ? asTheyHang(found) : found.sort(ORDERS[sort])
}
