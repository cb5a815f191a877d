import type { Tier } from '@fieldhouse/design'

/** How cards are sorted. */
export const SORTS = ['tier', 'newest', 'number', 'team'] as const

export type Sort = (typeof SORTS)[number]

/** How a collection is looked at: rack by rack, team by team, or only what is there more than once. */
export const VIEWS = ['racks', 'teams', 'doubles'] as const

export type View = (typeof VIEWS)[number]

/** What of a collection is looked for. */
export interface Finding {
  view: View
  /** Words of a team, a position or a tier, and shirt numbers; all of them hold. */
  text: string
  tier: Tier | null
  /** Any of them; empty for all. */
  positions: readonly string[]
  teams: readonly string[]
  sort: Sort
}

export const EVERYTHING: Finding = { view: 'racks', text: '', tier: null, positions: [], teams: [], sort: 'tier' }

/** Whether it leaves the wall as it hangs: nothing is left out, and nothing sorted in another way. */
export const isEverything = ({ view, text, tier, positions, teams, sort }: Finding): boolean =>
  view !== 'doubles' &&
  text.trim() === '' &&
  tier === null &&
  positions.length === 0 &&
  teams.length === 0 &&
  sort === 'tier'
