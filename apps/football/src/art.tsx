import { Card, CardRow } from '@fieldhouse/design'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import { HOME_CARDS } from './pages/home/cards'

/** The edition's drawings: a module of its own, which a first page does not load (see `still`). */
export const Floor = FootballFloor

export const HomeCards = () => <CardRow deck={footballDeck} cards={HOME_CARDS} />

export const PageCard = (card: { templateId: number; mint: number }) => <Card deck={footballDeck} {...card} />
