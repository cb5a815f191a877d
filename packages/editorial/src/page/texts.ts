import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { next: 'Next', packs: 'The packs', packsText: 'Prices, odds and how many are left' },
  es: { next: 'A continuación', packs: 'Los sobres', packsText: 'Precios, probabilidades y cuántos quedan' },
})
