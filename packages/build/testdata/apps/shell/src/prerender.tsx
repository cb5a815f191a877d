import type { PrerenderDefinition } from '@fieldhouse/edition-kit/prerender'
import { Footer, Header, itemPartial, Main } from './roots'

export const release: PrerenderDefinition = {
  edition: 'shell',
  routes: [
    {
      path: '/',
      header: 'default',
      footer: 'basketball',
      data: [],
      title: { en: 'Home', es: 'Inicio' },
      description: { en: 'The home page', es: 'La página de inicio' },
    },
  ],
  roots: { main: Main, header: Header, footer: Footer },
  partials: { navigation: { link: itemPartial } },
  frame: true,
  notFound: { title: { en: 'Not found', es: 'No encontrado' } },
}
