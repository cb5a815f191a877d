import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Dollars stand, WAX moves',
    text: 'A pack has one price in dollars. What you pay in WAX follows the chain’s own median, hour by hour.',
    summary: 'From {{from}} to {{to}}, {{usd}} were between {{least}} and {{most}} WAX, at last {{wax}} WAX.',
    few: 'The line starts once we have watched the price for two days.',
    unread: 'The price’s past could not be read when this page was made. Load it again in a moment.',
  },
  es: {
    title: 'El dólar se queda, WAX se mueve',
    text: 'Un sobre tiene un solo precio en dólares. Lo que pagas en WAX sigue la mediana de la propia cadena, hora a hora.',
    summary: 'Del {{from}} al {{to}}, {{usd}} fueron entre {{least}} y {{most}} WAX; al final, {{wax}} WAX.',
    few: 'La línea empieza cuando llevemos dos días mirando el precio.',
    unread: 'No se ha podido leer el pasado del precio al hacer esta página. Vuelve a cargarla en un momento.',
  },
})
