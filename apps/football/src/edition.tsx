import { Portrait } from '@fieldhouse/design'
import '@fieldhouse/look-football/tokens.css'
import { FootballFloor, football, footballDeck, footballStorey } from '@fieldhouse/look-football'
import { standardPages } from '@fieldhouse/standard-pages'
import { CREW } from './pages/team/crew'
import { texts } from './texts'

/** The cards of the home page, from the rarest to the plainest. */
const FRONT = [
  { templateId: 737636, mint: 7 },
  { templateId: 756907, mint: 41 },
  { templateId: 707610, mint: 312 },
  { templateId: 704369, mint: 1876 },
  { templateId: 749150, mint: 9214 },
] as const

/** A card of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 709334, mint: 9214 },
  { templateId: 751599, mint: 1876 },
  { templateId: 713860, mint: 77 },
  { templateId: 714913, mint: 41 },
  { templateId: 710638, mint: 12 },
] as const

const TEAM = CREW.slice(0, 3).map(({ who, ...portrait }) => <Portrait key={who} {...portrait} />)

export const { pages, partials, Picture, cardPictures, storey, InnerPage } = standardPages({
  look: football,
  deck: footballDeck,
  Floor: FootballFloor,
  storey: footballStorey,
  texts,
  shown: FRONT,
  home: { more: 'daily-fantasy' },
  blog: { card: { templateId: 700278, mint: 9214 }, postCard: { templateId: 700163, mint: 1876 } },
  cards: { place: 2, anatomy: { templateId: 700150, mint: 312 }, tiers: ONE_OF_EACH },
  art: ({ path }) => (path === '/football/team' ? TEAM : undefined),
})
