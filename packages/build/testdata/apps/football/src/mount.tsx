import { createMount } from '@fieldhouse/edition-kit'
import { Main } from './Main'
import { texts } from './texts'

export const mount = createMount({ edition: 'football', roots: { main: Main }, texts })
