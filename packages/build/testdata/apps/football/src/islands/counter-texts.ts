import { defineTexts } from '@fieldhouse/i18n'
/** Apart from those of the page, which are never script. */
export const texts = defineTexts({ en: { clicked: 'Clicked' }, es: { clicked: 'Pulsado' } })
