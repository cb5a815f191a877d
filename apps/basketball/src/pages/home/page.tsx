import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '../../menu'
import { Home } from './Home'

export const page = definePage({
  path: '/basketball',
  look: 'basketball',
  data: ['rowDrops', 'medianPrice'],
  menu: {
    group: LEARN_MORE,
    place: 1,
    name: { en: 'The court', es: 'La cancha' },
    text: { en: 'The packs on sale', es: 'Los sobres a la venta' },
  },
  title: { en: 'Basketball: pick your 5', es: 'Baloncesto: elige a tus 5' },
  description: {
    en: 'Basketball cards in five tiers and the packs on sale right now, with their price in dollars and WAX.',
    es: 'Cartas de baloncesto en cinco categorías y los sobres a la venta ahora, con su precio en dólares y en WAX.',
  },
  Main: Home,
})
