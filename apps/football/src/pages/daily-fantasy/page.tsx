import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { OurSystem } from './OurSystem'

export const page = definePage({
  path: '/football/daily-fantasy',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 1,
    name: { en: 'Our System', es: 'Nuestro sistema' },
    text: { en: 'Rules, with a sum worked out', es: 'Las reglas, con una suma hecha' },
  },
  title: { en: 'Our System', es: 'Nuestro sistema' },
  description: {
    en: 'How a game night works: eleven cards, one line-up, settled by how they play together.',
    es: 'Cómo va una noche de partido: once cartas y una alineación, y cuenta cómo juegan juntas.',
  },
  Main: OurSystem,
})
