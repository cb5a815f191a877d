import type { Partials } from '@fieldhouse/edition-kit'
import { basketball } from '@fieldhouse/look-basketball'
import { dropPartials } from '@fieldhouse/sale'

export const partials: Partials = { drops: dropPartials(basketball) }
