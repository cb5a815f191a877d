import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: { updated: 'Last changed on' },
  es: { updated: 'Último cambio:' },
})
