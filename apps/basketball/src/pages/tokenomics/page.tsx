import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { Tokenomics } from './Tokenomics'

export const page = definePage({
  path: '/basketball/tokenomics',
  look: 'basketball',
  data: ['medianHistory'],
  menu: {
    group: LEARN_MORE,
    place: 4,
    name: { en: 'Tokenomics', es: 'Tokenómica' },
    text: { en: 'A pack, piece by piece', es: 'Un sobre, pieza a pieza' },
  },
  title: { en: 'Basketball tokenomics', es: 'Tokenómica del baloncesto' },
  description: {
    en: 'Where the dollars of a basketball pack go, what WAX has cost lately, and what nobody can change once a sale is open.',
    es: 'Adónde van los dólares de un sobre de baloncesto, cuánto ha costado WAX y qué no puede cambiar nadie con la venta abierta.',
  },
  Main: Tokenomics,
})
