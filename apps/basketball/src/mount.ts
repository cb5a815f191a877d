import { createMount } from '@fieldhouse/edition-kit'
import { EDITION, roots } from './app'

export const mount = createMount({ edition: EDITION, roots })
