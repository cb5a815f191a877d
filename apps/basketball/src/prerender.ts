import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { basketball } from '@fieldhouse/look-basketball'
import { dropPartials } from '@fieldhouse/sale'
import { EDITION, roots } from './app'
import { routes } from './routes'

export const release: PrerenderDefinition = {
  edition: EDITION,
  routes,
  roots,
  partials: { drops: dropPartials(basketball) },
}
