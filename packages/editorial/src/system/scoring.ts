import { type Deck, traitsOf } from '@fieldhouse/design'

/** What an athlete does: so many points for every so many of them. */
export type Worth<Play extends string> = Readonly<Record<Play, { points: number; per: number }>>

/** How often an athlete did what. */
export type Did<Play extends string> = Readonly<Partial<Record<Play, number>>>

/** What an athlete's plays are worth. */
export const pointsOf = <Play extends string>(worth: Worth<Play>, did: Did<Play>): number =>
  (Object.entries(did) as [Play, number][]).reduce(
    (sum, [play, count]) => sum + Math.floor(count / worth[play].per) * worth[play].points,
    0,
  )

/** The teams of which so many cards or more are in a whole side; none while a place is empty. */
export function linkedTeams(
  deck: Deck,
  { side, cards: least }: { side: number; cards: number },
  placed: readonly { templateId: number }[],
): string[] {
  if (placed.length < side) return []
  const cards = new Map<string, number>()
  for (const { templateId } of placed) {
    const { name } = traitsOf(deck, templateId).team
    cards.set(name, (cards.get(name) ?? 0) + 1)
  }
  return [...cards].flatMap(([name, count]) => (count >= least ? [name] : []))
}

/** What an athlete did, in words: `7 stops, 1 steal`. */
export const inWords = <Play extends string>(
  did: Did<Play>,
  say: (play: Play, count: number) => string,
  nothing: string,
): string => (Object.entries(did) as [Play, number][]).map(([play, count]) => say(play, count)).join(', ') || nothing
