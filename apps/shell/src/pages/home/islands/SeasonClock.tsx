import { Season } from '../../../season/Season'

/** The season's countdown on the board. */
export const SeasonClock = () => <Season />
