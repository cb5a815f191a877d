import { definePage } from '@fieldhouse/edition-kit'
import { CardsStructure } from './CardsStructure'

export const page = definePage({
  path: '/basketball/cards',
  look: 'basketball',
  data: ['rowDrops'],
  title: { en: 'Basketball cards: how they are built', es: 'Cartas de baloncesto: cómo se hacen' },
  description: {
    en: 'The five tiers of basketball cards, how many copies of each exist and how to tell them apart.',
    es: 'Las cinco categorías de cartas de baloncesto, cuántas copias hay y cómo reconocerlas.',
  },
  Main: CardsStructure,
})
