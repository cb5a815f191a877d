import { ClaimsPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { LogIn } from '../../islands/LogIn'
import { Tickets } from './islands/Tickets'

export const page = definePage({
  path: '/basketball/claims',
  look: 'basketball',
  noindex: true,
  data: ['rowDrops'],
  title: { en: 'Claims: basketball packs that wait for you', es: 'Recogida: sobres de baloncesto que te esperan' },
  description: {
    en: 'The basketball packs that are already yours and wait to be collected, all of them with one signature.',
    es: 'Los sobres de baloncesto que ya son tuyos y esperan a que los recojas, todos con una sola firma.',
  },
  Main: () => (
    <ClaimsPage login={<Island of={LogIn} when="idle" props={{}} />}>
      <Island of={Tickets} when="sight" props={{}} />
    </ClaimsPage>
  ),
})
