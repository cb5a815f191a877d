import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    sale: 'Pack sale',
    drop: 'Drop {{id}}',
    order: 'Your order',
    cards: 'Cards in a pack: {{cards}}.',
    odds: 'Printed odds of a card:',
  },
  es: {
    sale: 'Los sobres',
    drop: 'Lote {{id}}',
    order: 'Tu pedido',
    cards: 'Cartas por sobre: {{cards}}.',
    odds: 'Probabilidad impresa de una carta:',
  },
})

/** Words of the island. */
export const ownTexts = defineTexts({
  en: {
    opens: 'Opens',
    opened: 'Opened',
    closes: 'Closes',
    closedAt: 'Closed',
    yourTime: '{{zone}}, your time',
    rate: '1 WAX = {{rate}}, read {{age}} s ago',
  },
  es: {
    opens: 'Abre',
    opened: 'Abrió',
    closes: 'Cierra',
    closedAt: 'Cerró',
    yourTime: '{{zone}}, tu hora',
    rate: '1 WAX = {{rate}}, leído hace {{age}} s',
  },
})
