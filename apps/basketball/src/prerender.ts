import { dropPartials } from '@fieldhouse/edition-kit'
import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { EDITION, roots, texts } from './app'
import { routes } from './routes'

export const release: PrerenderDefinition = {
  edition: EDITION,
  routes,
  roots,
  texts,
  partials: { drops: dropPartials('basketball') },
}
