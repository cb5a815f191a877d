import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={football} deck={footballDeck} floor={<FootballFloor />} />
