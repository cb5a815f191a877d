import { createContext, useContext } from 'react'
import type { Page } from './define-page'

/** The pages of the app that is being written. */
export const PagesContext = createContext<readonly Page[]>([])

/** The pages of the app as the menu reads, and after them those that it does not have: for a page that lists others. */
export const usePages = (): readonly Page[] => useContext(PagesContext)
