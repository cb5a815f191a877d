import { definePage } from '@fieldhouse/edition-kit'
import { Faq } from './Faq'

export const page = definePage({
  path: '/basketball/faq',
  look: 'basketball',
  menu: { place: 3, name: { en: 'FAQ', es: 'Preguntas' } },
  title: { en: 'Basketball FAQ', es: 'Preguntas de baloncesto' },
  description: {
    en: 'Short answers about basketball packs and cards, the five places of a side, wallets and what you sign.',
    es: 'Respuestas cortas sobre sobres y cartas de baloncesto, los cinco puestos de un equipo, carteras y firmas.',
  },
  Main: Faq,
})
