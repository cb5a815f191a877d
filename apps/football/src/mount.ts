import { createMount } from '@fieldhouse/edition-kit'
import { EDITION, roots, texts } from './app'

export const mount = createMount({ edition: EDITION, roots, texts })
