import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { Main } from './Main'

const route = (path: string, name: string) => ({
  path,
  header: 'football' as const,
  footer: 'football' as const,
  data: ['rowDrops' as const],
  title: { en: name, es: `${name} (es)` },
  description: { en: `About ${name}`, es: `Sobre ${name}` },
})

export const release: PrerenderDefinition = {
  edition: 'football',
  routes: [route('/football', 'Football'), route('/football/faq', 'FAQ'), route('/football/broken', 'Broken')],
  roots: { main: Main },
  partials: {},
}
