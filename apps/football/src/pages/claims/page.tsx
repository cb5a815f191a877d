import { ClaimsPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { LogIn } from '../../islands/LogIn'
import { Tickets } from './islands/Tickets'

export const page = definePage({
  path: '/football/claims',
  look: 'football',
  noindex: true,
  data: ['rowDrops'],
  title: { en: 'Claims: football packs that wait for you', es: 'Recogida: sobres de fútbol americano que te esperan' },
  description: {
    en: 'The football packs that are already yours and wait to be collected, all of them with one signature.',
    es: 'Los sobres de fútbol americano que ya son tuyos y esperan a que los recojas, todos con una sola firma.',
  },
  Main: () => (
    <ClaimsPage login={<Island of={LogIn} when="idle" props={{}} />}>
      <Island of={Tickets} when="sight" props={{}} />
    </ClaimsPage>
  ),
})
