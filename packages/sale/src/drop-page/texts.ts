import { defineTexts } from '@fieldhouse/i18n'

/** Texts of a drop's own page, for its island. */
export const ownTexts = defineTexts({
  en: {
    opens: 'Opens',
    opened: 'Opened',
    closes: 'Closes',
    closedAt: 'Closed',
    yourTime: '{{zone}}, your time',
    rate: '1 WAX = {{rate}}, read {{age}} ago',
  },
  es: {
    opens: 'Abre',
    opened: 'Abrió',
    closes: 'Cierra',
    closedAt: 'Cerró',
    yourTime: '{{zone}}, tu hora',
    rate: '1 WAX = {{rate}}, leído hace {{age}}',
  },
})
