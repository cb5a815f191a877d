import { useLater } from '@fieldhouse/edition-kit'
import { Season } from '../../../season/Season'

/** What keeps the board true is no part of the first sight: it comes this long after it, milliseconds. */
const BOARD_AFTER = 4000

const loadBoard = () => import(/* webpackChunkName: "board" */ '../Board')

/** The season's countdown on the board, and what keeps the board true: without it the board is what it was when the page came. */
export const SeasonClock = () => {
  const board = useLater(loadBoard, BOARD_AFTER)
  return (
    <>
      <Season />
      {board && <board.Board />}
    </>
  )
}
