import type { Partials } from '@fieldhouse/edition-kit'
import { basketball } from '@fieldhouse/look-basketball'
import { dropPartials } from '@fieldhouse/sale'
import { DROPS } from './paths'

export const partials: Partials = dropPartials(basketball, DROPS)
