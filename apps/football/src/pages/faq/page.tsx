import { definePage } from '@fieldhouse/edition-kit'
import { Faq } from './Faq'

export const page = definePage({
  path: '/football/faq',
  look: 'football',
  menu: { place: 3, name: { en: 'FAQ', es: 'Preguntas' } },
  title: { en: 'FAQ', es: 'Preguntas' },
  description: {
    en: 'Short answers to the questions we hear most about packs, wallets and game nights.',
    es: 'Respuestas cortas a lo que más nos preguntan sobre sobres, carteras y noches de partido.',
  },
  Main: Faq,
})
