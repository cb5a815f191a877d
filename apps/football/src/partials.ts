import type { Partials } from '@fieldhouse/edition-kit'
import { postPartials, pricePartials } from '@fieldhouse/editorial'
import { football } from '@fieldhouse/look-football'
import { dropPartials } from '@fieldhouse/sale'
import { BLOG, DROPS } from './paths'

export const partials: Partials = { ...dropPartials(football, DROPS), ...postPartials(BLOG), ...pricePartials }
