import { basketball } from '@fieldhouse/look-basketball'
import { lazy } from 'react'

/** What each place where packs are bought is told. */
export const sale = { look: basketball, pages: '/basketball/drops', bought: lazy(() => import('./Bought')) }
