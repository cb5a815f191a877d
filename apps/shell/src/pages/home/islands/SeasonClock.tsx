import { type ComponentType, useEffect, useState } from 'react'
import { Season } from '../../../season/Season'

/** What keeps the board true is no part of the first sight: it comes this long after it, milliseconds. */
const BOARD_AFTER = 4000

/** The season's countdown on the board, and what keeps the board true. */
export const SeasonClock = () => {
  const [Board, show] = useState<ComponentType>()
  useEffect(() => {
    const fetchBoard = () => import(/* webpackChunkName: "board" */ '../Board').then(({ Board }) => show(() => Board))
    // Without it the board is what it was when the page came.
    const timer = setTimeout(() => fetchBoard().catch(() => {}), BOARD_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Season />
      {Board && <Board />}
    </>
  )
}
