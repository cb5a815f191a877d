import type { Partials } from '@fieldhouse/edition-kit'
import { socialPartials } from './footer/partials'
import { navigationPartials } from './header/partials'

export const partials: Partials = { ...navigationPartials, ...socialPartials }
