import { definePage } from '@fieldhouse/edition-kit'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { Team } from './Team'

export const page = definePage({
  path: '/football/team',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 5,
    name: { en: 'The Team', es: 'El equipo' },
    text: { en: 'Who makes all this', es: 'Quién hace todo esto' },
  },
  title: { en: 'The Team', es: 'El equipo' },
  description: {
    en: 'Who makes @setting/product@, and how to reach the people who can mend things.',
    es: 'Quién hace @setting/product@ y cómo dar con quien puede arreglar las cosas.',
  },
  Main: Team,
})
