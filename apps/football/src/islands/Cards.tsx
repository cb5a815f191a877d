import { MyCards } from '@fieldhouse/collection'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={football} deck={footballDeck} floor={<FootballFloor />} />
