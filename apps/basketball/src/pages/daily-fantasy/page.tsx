import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { OurSystem } from './OurSystem'

export const page = definePage({
  path: '/basketball/daily-fantasy',
  look: 'basketball',
  menu: {
    group: LEARN_MORE,
    place: 2,
    name: { en: 'Our System', es: 'Nuestro sistema' },
    text: { en: 'A night by quarters, added up', es: 'Una noche por cuartos, sumada' },
  },
  title: { en: 'Basketball: our system', es: 'Baloncesto: nuestro sistema' },
  description: {
    en: 'How a basketball night works: five cards, five places and a closer, with a side added up quarter by quarter.',
    es: 'Cómo va una noche de baloncesto: cinco cartas, cinco puestos y un cierre, con un equipo sumado cuarto a cuarto.',
  },
  Main: OurSystem,
})
