import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '../../menu'
import { CardsStructure } from './CardsStructure'

export const page = definePage({
  path: '/football/cards',
  look: 'football',
  data: ['rowDrops'],
  menu: {
    group: LEARN_MORE,
    place: 2,
    name: { en: 'Cards Structure', es: 'Las cartas' },
    text: { en: 'Tiers, copies, odds', es: 'Categorías, copias y probabilidades' },
  },
  title: { en: 'Cards Structure', es: 'Estructura de las cartas' },
  description: {
    en: 'The five tiers of football cards, how many copies of each exist and how to tell them apart.',
    es: 'Las cinco categorías de cartas de fútbol americano, cuántas copias hay y cómo reconocerlas.',
  },
  Main: CardsStructure,
})
