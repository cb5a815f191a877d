import type { Storey } from '@fieldhouse/design'
import { deck } from './deck'
import { Floor } from './Floor'
import { look } from './look'

/** What the shell shows of the edition once it has this look (`apps/shell/src/looks`). */
export const storey: Storey = {
  look,
  deck,
  Floor,
  cards: [
    { templateId: 718118, mint: 3 },
    { templateId: 701964, mint: 118 },
    { templateId: 747150, mint: 590 },
  ],
  rarest: { templateId: 718118, mint: 3 },
  words: {
    en: {
      sport: '__english__',
      ground: 'a floor for __english__',
      side: 'five',
      place: 'for __english__',
      text: 'Five cards make a side.',
      enter: 'Enter __english__',
    },
    es: {
      sport: '__spanish__',
      ground: 'una pista de __spanish__',
      side: 'cinco',
      place: 'de __spanish__',
      text: 'Cinco cartas hacen un equipo.',
      enter: 'Entrar a __spanish__',
    },
  },
}
