import { definePage } from '@fieldhouse/edition-kit'
import { Home } from './Home'

export const page = definePage({
  path: '/',
  look: 'default',
  data: ['rowDrops', 'medianPrice', 'PostsMedium'],
  footer: 'basketball',
  title: {
    en: '@setting/product@: football and basketball card drafts',
    es: '@setting/product@: fútbol americano y baloncesto en cartas',
  },
  description: {
    en: 'Collect cards, pick your side and play every game night, on a football field and a basketball court under one roof.',
    es: 'Reúne cartas, arma tu equipo y juega cada noche de partido, en un campo de fútbol americano y una cancha bajo el mismo techo.',
  },
  Main: Home,
})
