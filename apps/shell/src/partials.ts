import type { Partials } from '@fieldhouse/edition-kit'
import { socialPartials } from './footer/Footer'
import { editionPartials } from './header/Editions'
import { navigationPartials } from './header/partials'
import { homePartials } from './pages/home/partials'

export const partials: Partials = { ...navigationPartials, ...editionPartials, ...socialPartials, ...homePartials }
