import { defineTexts } from '@fieldhouse/i18n'

export const portraitTexts = defineTexts({
  en: { label: '{{name}}, number {{number}}' },
  es: { label: '{{name}}, número {{number}}' },
})
