import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Dollars stay, WAX moves',
    text: 'A pack has one price in dollars. What you pay in WAX follows the chain’s own median, hour by hour.',
    most: 'high: {{wax}}',
    least: 'low: {{wax}}',
    summary:
      'From {{from}} to {{to}}, {{usd}} cost between {{least}} and {{most}} WAX. The latest price is {{wax}} WAX.',
    few: 'The line starts once we have watched the price for two days.',
    unread: 'We could not read past prices just now. Load the page again in a moment.',
  },
  es: {
    title: 'El dólar se queda, WAX se mueve',
    text: 'Un sobre tiene un solo precio en dólares. Lo que pagas en WAX sigue la mediana de la propia cadena, hora a hora.',
    most: 'máximo: {{wax}}',
    least: 'mínimo: {{wax}}',
    summary:
      'Del {{from}} al {{to}}, {{usd}} costaron entre {{least}} y {{most}} WAX. El último precio es {{wax}} WAX.',
    few: 'La línea empezará cuando llevemos dos días mirando el precio.',
    unread: 'Ahora mismo no hemos podido leer los precios pasados. Vuelve a cargar la página en un momento.',
  },
})
