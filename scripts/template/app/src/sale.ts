import { look } from '@fieldhouse/look-__name__'
import { lazy } from 'react'

/** What each place where packs are bought is told. */
export const sale = { look, pages: '/__name__/drops', bought: lazy(() => import('./Bought')) }
