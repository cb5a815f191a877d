import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { Tokenomics } from './Tokenomics'

export const page = definePage({
  path: '/football/tokenomics',
  look: 'football',
  data: ['medianHistory'],
  menu: {
    group: LEARN_MORE,
    place: 4,
    name: { en: 'Tokenomics', es: 'Tokenómica' },
    text: { en: 'Where each cent goes', es: 'Adónde va cada céntimo' },
  },
  title: { en: 'Tokenomics', es: 'Tokenómica' },
  description: {
    en: 'What a pack costs, how it is paid in WAX, and what is fixed before a sale opens.',
    es: 'Lo que cuesta un sobre, cómo se paga en WAX y qué queda fijado antes de abrir una venta.',
  },
  Main: Tokenomics,
})
