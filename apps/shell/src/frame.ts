// Tokens, plain elements and fonts come with the shell: its styles are on every page.
import '@fieldhouse/design/fonts.css'
import '@fieldhouse/design/tokens.css'
import '@fieldhouse/design/base.css'
import type { Frame } from '@fieldhouse/edition-kit'
import { Footer } from './footer/Footer'
import { Header } from './header/Header'

/** What of the frame browsers run. */
export const header = Header

export const frame: Frame = { header, footer: Footer }
