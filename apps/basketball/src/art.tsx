import { BasketballFloor, basketballDeck, LineUp } from '@fieldhouse/design'
import { LINEUP } from './lineup'

/** The edition's drawings: a module of its own, which a first page does not load (see `still`). */
export const Floor = BasketballFloor

export const HomeLineUp = () => <LineUp deck={basketballDeck} cards={LINEUP} />
