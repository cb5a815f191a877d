import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    opening:
      'Packs are priced in US dollars and paid in WAX, at the median price that the chain’s own oracle reports at that moment. How many packs a sale holds is fixed before it opens, and nobody can add to it afterwards. Cards are made for playing: they can be worth less than you paid, so spend what a game is worth to you.',
  },
  es: {
    opening:
      'Los sobres tienen su precio en dólares y se pagan en WAX, al precio mediano que da en ese momento el oráculo de la propia cadena. Cuántos sobres tiene una venta se fija antes de abrirla, y después nadie puede añadir más. Las cartas son para jugar: pueden valer menos de lo que pagaste, así que gasta lo que un juego valga para ti.',
  },
})
