import { football } from '@fieldhouse/look-football'
import { lazy } from 'react'

/** What each place where packs are bought is told. */
export const sale = { look: football, pages: '/football/drops', bought: lazy(() => import('./Bought')) }
