import type { Roots } from '@fieldhouse/edition-kit'
import { Main } from './Main'

export const EDITION = 'basketball'

export const roots: Roots = { main: Main }
