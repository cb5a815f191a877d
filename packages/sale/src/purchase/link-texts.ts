import { defineTexts } from '@fieldhouse/i18n'

/** What a page without script says. */
export const unscriptedTexts = defineTexts({
  en: { buying: 'To buy, switch on JavaScript' },
  es: { buying: 'Para comprar, activa JavaScript' },
})
