import type { Storey } from '@fieldhouse/design'

/** The edition's floor of the front page. */
export const storey: Storey = {
  cards: [
    { templateId: 718118, mint: 3 },
    { templateId: 701964, mint: 118 },
    { templateId: 747150, mint: 590 },
  ],
  words: {
    en: {
      ground: 'a floor for __english__',
      text: 'Five cards make a side.',
      enter: 'Enter __english__',
    },
    es: {
      ground: 'una pista de __spanish__',
      text: 'Cinco cartas hacen un equipo.',
      enter: 'Entrar a __spanish__',
    },
  },
}
