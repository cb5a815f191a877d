import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { packs: 'Pack sale' },
  es: { packs: 'Los sobres' },
})
