import { CardPicture, FootballFloor, footballDeck, LineUp } from '@fieldhouse/design'
import { LINEUP } from './lineup'

/** The edition's drawings: a module of its own, which a first page does not load (see `still`). */
export const Floor = FootballFloor

export const HomeLineUp = () => <LineUp deck={footballDeck} cards={LINEUP} />

export const PageCard = (card: { templateId: number; mint: number }) => <CardPicture deck={footballDeck} {...card} />
