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
    odds: 'Odds of each card:',
    rateAt: '1 WAX = {{rate}}, {{time}}',
    needsScript: 'To buy, switch on JavaScript',
    unread: 'We could not read the packs. Load the page again in a moment.',
  },
  es: {
    title: 'Los sobres',
    text: 'Directo de la cadena: el precio, cuántos quedan y cuándo abre o cierra cada venta.',
    drop: 'Venta {{id}}',
    see: 'Ver el sobre',
    order: 'Tu pedido',
    cards: 'Cartas por sobre: {{cards}}.',
    odds: 'Probabilidades de cada carta:',
    rateAt: '1 WAX = {{rate}}, {{time}}',
    needsScript: 'Para comprar, activa JavaScript',
    unread: 'No hemos podido leer los sobres. Vuelve a cargar la página en un momento.',
  },
})
