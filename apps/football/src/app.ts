import type { Roots } from '@fieldhouse/edition-kit'
import { Main } from './Main'

export const EDITION = 'football'

export const roots: Roots = { main: Main }
