import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { more: 'More from the court' },
  es: { more: 'Más desde la cancha' },
})
