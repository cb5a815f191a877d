import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { packs: 'See the packs' },
  es: { packs: 'Ver los sobres' },
})
