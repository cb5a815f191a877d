import { CardRow } from '@fieldhouse/design'
import { BasketballFloor, basketballDeck } from '@fieldhouse/look-basketball'
import { HOME_CARDS } from './pages/home/cards'

/** The edition's drawings: a module of its own, which a first page does not load (see `still`). */
export const Floor = BasketballFloor

export const HomeCards = () => <CardRow deck={basketballDeck} cards={HOME_CARDS} />
