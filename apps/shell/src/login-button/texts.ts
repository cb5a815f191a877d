import { defineTexts } from '@fieldhouse/i18n'

/** The words of the button, in its two lengths (specification, section 2, Header). */
export const texts = defineTexts({
  en: { long: 'Login to Buy', short: 'Login' },
  es: { long: 'Entra y compra', short: 'Entrar' },
})
