import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Pack sale',
    text: 'Straight from the chain: the price, how many are left, and when a sale opens or ends.',
  },
  es: {
    title: 'Los sobres',
    text: 'Tal como lo dice la cadena: el precio, cuántos quedan y cuándo abre o cierra una venta.',
  },
})
