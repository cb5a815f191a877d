import type { Roots, Texts } from '@fieldhouse/edition-kit'
import { Main } from './Main'
import { en } from './texts/en'
import { es } from './texts/es'

export const EDITION = 'football'

export const roots: Roots = { main: Main }

export const texts: Texts = { en, es }
