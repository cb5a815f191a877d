import { lazy } from 'react'

/** What packs are opened on: it comes with the stage, in its script. */
export const StageFloor = lazy(() =>
  import(/* webpackChunkName: "opening" */ '@fieldhouse/look-football').then(({ FootballFloor }) => ({
    default: FootballFloor,
  })),
)
