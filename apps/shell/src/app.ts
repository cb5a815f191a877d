import type { Roots, Texts } from '@fieldhouse/edition-kit'
import { Footer } from './footer/Footer'
import { Header } from './header/Header'
import { Main } from './Main'
import { en } from './texts/en'
import { es } from './texts/es'

export const EDITION = 'shell'

export const roots: Roots = { main: Main, header: Header, footer: Footer }

export const texts: Texts = { en, es }
