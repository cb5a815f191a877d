import { defineTexts } from '@fieldhouse/i18n'

/** What stands at a countdown's end. */
export const countdownTexts = defineTexts({
  en: { ended: 'Grab your pack now!' },
  es: { ended: '¡Llévate tu sobre ya!' },
})
