import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { more: 'More from the field' },
  es: { more: 'Más desde el campo' },
})
