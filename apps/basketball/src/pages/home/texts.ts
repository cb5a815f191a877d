import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Pick your',
    text: 'Five cards make a side. Yours plays every game night, and the cards stay in your wallet.',
    packs: 'See the packs',
    sale: {
      title: 'Pack sale',
      text: 'What is on sale right now, straight from the chain: price, how many are left, and when it opens or ends.',
    },
  },
  es: {
    title: 'Elige a tus',
    text: 'Cinco cartas hacen un equipo. El tuyo juega cada noche de partido, y las cartas se quedan en tu cartera.',
    packs: 'Ver los sobres',
    sale: {
      title: 'Los sobres',
      text: 'Lo que hay a la venta ahora mismo, tal como lo dice la cadena: precio, cuántos quedan y cuándo abre o cierra.',
    },
  },
})
