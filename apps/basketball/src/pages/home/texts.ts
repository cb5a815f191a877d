import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Pick your',
    text: 'Five cards make a side. Yours plays every game night, and the cards stay in your wallet.',
    packs: 'See the packs',
    cards: 'How a card is built',
  },
  es: {
    title: 'Elige a tus',
    text: 'Cinco cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
    packs: 'Ver los sobres',
    cards: 'Cómo se hace una carta',
  },
})
