import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { EDITION, roots } from './app'
import { socialPartials } from './footer/partials'
import { navigationPartials } from './header/partials'
import { notFoundTitle, routes } from './routes'

export const release: PrerenderDefinition = {
  edition: EDITION,
  routes,
  roots,
  partials: { ...navigationPartials, ...socialPartials },
  frame: true,
  notFound: { title: notFoundTitle },
}
