import type { Partials } from '@fieldhouse/edition-kit'
import { postPartials, pricePartials } from '@fieldhouse/editorial'
import { basketball } from '@fieldhouse/look-basketball'
import { dropPartials } from '@fieldhouse/sale'
import { BLOG, DROPS } from './paths'

export const partials: Partials = { ...dropPartials(basketball, DROPS), ...postPartials(BLOG), ...pricePartials }
