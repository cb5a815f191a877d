import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '../../menu'
import { CardsStructure } from './CardsStructure'

export const page = definePage({
  path: '/basketball/cards',
  look: 'basketball',
  data: ['rowDrops'],
  menu: {
    group: LEARN_MORE,
    place: 3,
    name: { en: 'Cards Structure', es: 'Las cartas' },
    text: { en: 'Cuts, copies, odds', es: 'Cortes, copias y probabilidades' },
  },
  title: { en: 'Basketball cards: how they are built', es: 'Cartas de baloncesto: cómo se hacen' },
  description: {
    en: 'The five tiers of basketball cards, how many copies of each exist and how to tell them apart.',
    es: 'Las cinco categorías de cartas de baloncesto, cuántas copias hay y cómo reconocerlas.',
  },
  Main: CardsStructure,
})
