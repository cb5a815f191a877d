import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    sale: 'Pack sale',
    drop: 'Drop {{id}}',
    opens: 'Opens',
    closes: 'Closes',
    packs: 'Packs',
  },
  es: {
    sale: 'Los sobres',
    drop: 'Lote {{id}}',
    opens: 'Abre',
    closes: 'Cierra',
    packs: 'Sobres',
  },
})
