import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { football } from '@fieldhouse/look-football'
import { dropPartials } from '@fieldhouse/sale'
import { EDITION, roots } from './app'
import { routes } from './routes'

export const release: PrerenderDefinition = {
  edition: EDITION,
  routes,
  roots,
  partials: { drops: dropPartials(football) },
}
