import { createMount } from '@fieldhouse/edition-kit'
import { Main } from './Main'

export const mount = createMount({ edition: 'football', roots: { main: Main } })
