import { lazy } from 'react'

/** What packs are opened on: it comes with the stage, in its script. */
export const StageFloor = lazy(() =>
  import(/* webpackChunkName: "opening" */ '@fieldhouse/look-__name__').then(({ Floor }) => ({ default: Floor })),
)
