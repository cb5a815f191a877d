import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { CardRental } from './CardRental'

export const page = definePage({
  path: '/football/card-rental',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 3,
    name: { en: 'Card Rental', es: 'Alquiler' },
    text: { en: 'Lend a card, get it back', es: 'Presta una carta y recupérala' },
  },
  title: { en: 'Card Rental', es: 'Alquiler de cartas' },
  description: {
    en: 'Lend a card to another side, or borrow one for a game night. The owner stays the owner.',
    es: 'Presta una carta a otro equipo o toma una para una noche de partido. El dueño sigue siendo el dueño.',
  },
  Main: CardRental,
})
