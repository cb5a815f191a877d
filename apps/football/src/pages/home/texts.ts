import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Pick your',
    text: 'Eleven cards make a side. Yours plays every game night, and the cards stay in your wallet.',
    packs: 'See the packs',
    more: 'How a game night works',
  },
  es: {
    title: 'Elige a tus',
    text: 'Once cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
    packs: 'Ver los sobres',
    more: 'Cómo va una noche de partido',
  },
})
