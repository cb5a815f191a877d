import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { SuperBowl } from './SuperBowl'

export const page = definePage({
  path: '/football/superbowl',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 6,
    name: { en: 'SuperBowl', es: 'SuperBowl' },
    text: { en: 'One night, one champion', es: 'Una noche, un campeón' },
  },
  title: { en: 'SuperBowl', es: 'SuperBowl' },
  description: {
    en: 'The final of our invented league: one night, every line-up on show.',
    es: 'La final de nuestra liga inventada: una noche, con todas las alineaciones a la vista.',
  },
  Main: SuperBowl,
})
