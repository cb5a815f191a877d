import { MyCardsPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { football, footballDeck } from '@fieldhouse/look-football'
import { Foil } from '../../islands/Foil'
import { LogIn } from '../../islands/LogIn'
import { Cards } from './islands/Cards'

const title = { en: 'My football cards', es: 'Mis cartas de fútbol americano' }

export const page = definePage({
  path: '/football/my-cards',
  look: 'football',
  noindex: true,
  data: ['rowDrops'],
  title,
  description: {
    en: 'The football cards of your wallet on one wall: find one, look at it closely, and open the packs that you bought.',
    es: 'Las cartas de fútbol americano de tu cartera en un muro: busca una, mírala de cerca y abre los sobres que compraste.',
  },
  Main: () => (
    <MyCardsPage look={football} deck={footballDeck} title={title} login={<Island of={LogIn} when="idle" props={{}} />}>
      <Island hidden of={Foil} when="intent" props={{}} />
      <Island of={Cards} when="sight" props={{}} />
    </MyCardsPage>
  ),
})
