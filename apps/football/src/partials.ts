import type { Partials } from '@fieldhouse/edition-kit'
import { football } from '@fieldhouse/look-football'
import { dropPartials } from '@fieldhouse/sale'
import { postPartials } from './blog/partials'
import { pricePartials } from './pages/tokenomics/partials'
import { DROPS } from './paths'

export const partials: Partials = { ...dropPartials(football, DROPS), ...postPartials, ...pricePartials }
