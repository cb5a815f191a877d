import type { Storey } from '@fieldhouse/design'
import { BasketballFloor } from './BasketballFloor'
import { basketballDeck } from './deck'
import { basketball } from './look'

export const basketballStorey: Storey = {
  look: basketball,
  deck: basketballDeck,
  Floor: BasketballFloor,
  cards: [
    { templateId: 700395, mint: 3 },
    { templateId: 700164, mint: 118 },
    { templateId: 700136, mint: 590 },
    { templateId: 700324, mint: 1733 },
    { templateId: 700043, mint: 9051 },
  ],
  rarest: { templateId: 726489, mint: 3 },
  words: {
    en: {
      sport: 'basketball',
      ground: 'a basketball court',
      side: 'five',
      place: 'on the court',
      text: 'Five cards make a side. A short bench and a fast court: every pick is in every play.',
      enter: 'Enter the court',
    },
    es: {
      sport: 'baloncesto',
      ground: 'una cancha',
      side: 'cinco',
      place: 'en la cancha',
      text: 'Cinco cartas hacen un equipo. Banquillo corto y cancha rápida: aquí nadie descansa.',
      enter: 'Entrar a la cancha',
    },
  },
}
