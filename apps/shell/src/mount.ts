// Tokens, plain elements and fonts come with the shell: its styles are on every page.
import '@fieldhouse/edition-kit/fonts.css'
import '@fieldhouse/edition-kit/tokens.css'
import '@fieldhouse/edition-kit/base.css'
import { createMount } from '@fieldhouse/edition-kit'
import { EDITION, roots, texts } from './app'

export const mount = createMount({ edition: EDITION, roots, texts })
