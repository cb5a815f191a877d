import { MyCardsPage } from '@fieldhouse/collection'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { Foil } from '../../islands/Foil'
import { LogIn } from '../../islands/LogIn'
import { Cards } from './islands/Cards'

const title = { en: 'My basketball cards', es: 'Mis cartas de baloncesto' }

export const page = definePage({
  path: '/basketball/my-cards',
  look: 'basketball',
  noindex: true,
  data: ['rowDrops'],
  title,
  description: {
    en: 'The basketball cards of your wallet on one wall: find one, look at it closely, and open the packs that you bought.',
    es: 'Las cartas de baloncesto de tu cartera en un muro: busca una, mírala de cerca y abre los sobres que compraste.',
  },
  Main: () => (
    <MyCardsPage
      look={basketball}
      deck={basketballDeck}
      title={title}
      login={<Island of={LogIn} when="idle" props={{}} />}
    >
      <Island hidden of={Foil} when="intent" props={{}} />
      <Island of={Cards} when="sight" props={{}} />
    </MyCardsPage>
  ),
})
