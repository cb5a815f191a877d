import { defineTexts } from '@fieldhouse/i18n'

/** Texts of what is markup alone, and of pages without script: no script has them. */
export const stillTexts = defineTexts({
  en: {
    title: 'Pack sale',
    text: 'Straight from the chain: the price, how many are left, and when a sale opens or ends.',
    drop: 'Drop {{id}}',
    see: 'See the pack',
    order: 'Your order',
    cards: 'Cards in a pack: {{cards}}.',
    odds: 'Printed odds of a card:',
    rateAt: '1 WAX = {{rate}}, {{time}}',
    needsScript: 'To buy, switch on JavaScript',
    unread: 'The packs could not be read. Load the page again in a moment.',
  },
  es: {
    title: 'Los sobres',
    text: 'Tal como lo dice la cadena: el precio, cuántos quedan y cuándo abre o cierra una venta.',
    drop: 'Lote {{id}}',
    see: 'Ver el sobre',
    order: 'Tu pedido',
    cards: 'Cartas por sobre: {{cards}}.',
    odds: 'Probabilidad impresa de una carta:',
    rateAt: '1 WAX = {{rate}}, {{time}}',
    needsScript: 'Para comprar, activa JavaScript',
    unread: 'No se han podido leer los sobres. Vuelve a cargar la página en un momento.',
  },
})
