import { definePage } from '@fieldhouse/edition-kit'
import { houseWords, STOREYS } from '../../looks/storeys'
import { Home } from './Home'

const { en, es } = houseWords(STOREYS)

export const page = definePage({
  path: '/',
  look: 'default',
  data: ['rowDrops', 'medianPrice', 'PostsMedium'],
  // It ends on the upper floor.
  footer: STOREYS.at(-1)?.look.edition ?? 'default',
  title: {
    en: `@setting/product@: ${en.sports} card drafts`,
    es: `@setting/product@: ${es.sports} en cartas`,
  },
  description: {
    en: `Collect cards, pick your side and play every game night, on ${en.grounds} under one roof.`,
    es: `Reúne cartas, arma tu equipo y juega cada noche de partido, en ${es.grounds} bajo el mismo techo.`,
  },
  Main: Home,
})
