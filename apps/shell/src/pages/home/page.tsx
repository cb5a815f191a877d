import { definePage } from '@fieldhouse/edition-kit'
import { Home } from './Home'

export const page = definePage({
  path: '/',
  look: 'default',
  data: ['rowDrops', 'medianPrice', 'PostsMedium'],
  title: {
    en: '@setting/product@: card drafts · @item/sports@',
    es: '@setting/product@: fichajes con cartas · @item/sports@',
  },
  description: {
    en: 'Collect cards, pick your side and play every game night, on @item/grounds@ under one roof.',
    es: 'Reúne cartas, arma tu equipo y juega cada noche de partido, en @item/grounds@ bajo el mismo techo.',
  },
  Main: Home,
})
