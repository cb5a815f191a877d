import { defineTexts } from '@fieldhouse/i18n'
export const cardTexts = defineTexts({
  en: {
    tier1: 'Walk-on',
    tier2: 'Starter',
    tier3: 'Captain',
    tier4: 'Marquee',
    tier5: 'Rafters',
    label: '{{tier}} card: {{team}}, {{position}}, number {{number}}, copy {{mint}} of {{supply}}',
  },
  es: {
    tier1: 'Cantera',
    tier2: 'Titular',
    tier3: 'Capitán',
    tier4: 'Figura',
    tier5: 'Leyenda',
    label: 'Carta {{tier}}: {{team}}, {{position}}, dorsal {{number}}, copia {{mint}} de {{supply}}',
  },
})
