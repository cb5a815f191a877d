import type { Storey } from '@fieldhouse/design'

export const basketballStorey: Storey = {
  cards: [
    { templateId: 700395, mint: 3 },
    { templateId: 700164, mint: 118 },
    { templateId: 700136, mint: 590 },
    { templateId: 700324, mint: 1733 },
    { templateId: 700043, mint: 9051 },
  ],
  words: {
    en: {
      ground: 'a basketball court',
      text: 'Five cards make a side. A short bench and a fast court: every pick is in every play.',
      enter: 'Enter the court',
    },
    es: {
      ground: 'una cancha',
      text: 'Cinco cartas hacen un equipo. Banquillo corto y cancha rápida: aquí nadie descansa.',
      enter: 'Entrar a la cancha',
    },
  },
}
