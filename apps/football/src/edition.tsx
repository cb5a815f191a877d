import { Portrait } from '@fieldhouse/design'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { standardPages } from '@fieldhouse/standard-pages'
import { CREW } from './pages/team/crew'
import { FRONT, ONE_OF_EACH } from './shown'
import { texts } from './texts'

const TEAM = CREW.slice(0, 3).map(({ who, ...portrait }) => <Portrait key={who} {...portrait} />)

export const { pages, partials, Picture, InnerPage } = standardPages({
  look: football,
  deck: footballDeck,
  Floor: FootballFloor,
  texts,
  shown: FRONT,
  home: { more: 'daily-fantasy' },
  blog: { card: { templateId: 700278, mint: 9214 }, postCard: { templateId: 700163, mint: 1876 } },
  cards: { place: 2, anatomy: { templateId: 700150, mint: 312 }, tiers: ONE_OF_EACH },
  art: ({ path }) => (path === '/football/team' ? TEAM : undefined),
})
