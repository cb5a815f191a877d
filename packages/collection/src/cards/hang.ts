import { byId, type OwnCard } from '@fieldhouse/holdings'

/** The lowest copies first, and last what has no number yet. */
export const byCopy = (a: OwnCard, b: OwnCard): number => (a.mint || Infinity) - (b.mint || Infinity) || 0

/** The rarest first, and of a tier the lowest copies. */
export const byTier = (a: OwnCard, b: OwnCard): number =>
  b.traits.tier - a.traits.tier || byCopy(a, b) || byId(a.id, b.id)

/** Cards as they hang: the rarest first, and of a tier the lowest copies. */
export const asTheyHang = (cards: readonly OwnCard[]): OwnCard[] => mixed(cards.toSorted(byTier))

/** Among cards of one tier and copy, positions take turns: athletes of one pose do not hang side by side while there are others. */
function mixed(sorted: readonly OwnCard[]): OwnCard[] {
  const counts = new Map<string, number>()
  const turns = new Map<OwnCard, number>()
  for (const card of sorted) {
    const like = `${card.traits.tier} ${card.mint} ${card.traits.position}`
    const turn = counts.get(like) ?? 0
    turns.set(card, turn)
    counts.set(like, turn + 1)
  }
  const turnOf = (card: OwnCard) => turns.get(card) ?? 0
  return sorted.toSorted((a, b) => b.traits.tier - a.traits.tier || byCopy(a, b) || turnOf(a) - turnOf(b))
}
