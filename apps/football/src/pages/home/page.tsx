import { definePage } from '@fieldhouse/edition-kit'
import { Home } from './Home'

export const page = definePage({
  path: '/football',
  look: 'football',
  data: ['rowDrops', 'medianPrice'],
  title: { en: 'Football: pick your 11', es: 'Fútbol americano: elige a tus 11' },
  description: {
    en: 'Football cards in five tiers and the packs on sale right now, with their price in dollars and WAX.',
    es: 'Cartas de fútbol americano en cinco categorías y los sobres a la venta ahora, con su precio en dólares y en WAX.',
  },
  Main: Home,
})
