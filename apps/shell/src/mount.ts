// Tokens, plain elements and fonts come with the shell: its styles are on every page.
import '@fieldhouse/design/fonts.css'
import '@fieldhouse/design/tokens.css'
import '@fieldhouse/look-basketball/tokens.css'
import '@fieldhouse/design/base.css'
import { createMount } from '@fieldhouse/edition-kit'
import { EDITION, roots } from './app'

export const mount = createMount({ edition: EDITION, roots })
