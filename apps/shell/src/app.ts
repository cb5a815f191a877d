import type { Roots } from '@fieldhouse/edition-kit'
import { Footer } from './footer/Footer'
import { Header } from './header/Header'
import { Main } from './Main'

export const EDITION = 'shell'

export const roots: Roots = { main: Main, header: Header, footer: Footer }
