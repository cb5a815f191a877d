import type { Partials } from '@fieldhouse/edition-kit'
import { football } from '@fieldhouse/look-football'
import { dropPartials } from '@fieldhouse/sale'

export const partials: Partials = { drops: dropPartials(football) }
