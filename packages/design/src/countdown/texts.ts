import { defineTexts } from '@fieldhouse/i18n'

/** Words of the countdown: the letter beside each unit's digits, and what stands there at the end. */
export const countdownTexts = defineTexts({
  en: { ended: 'Grab your pack now!', days: 'd', hours: 'h', minutes: 'm', seconds: 's' },
  es: { ended: '¡Llévate tu sobre ya!', days: 'd', hours: 'h', minutes: 'm', seconds: 's' },
})
