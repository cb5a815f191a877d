import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Pack sale',
    text: 'What is on sale right now, straight from the chain: price, how many are left, and when it opens or ends.',
  },
  es: {
    title: 'Los sobres',
    text: 'Lo que hay a la venta ahora mismo, tal como lo dice la cadena: precio, cuántos quedan y cuándo abre o cierra.',
  },
})
