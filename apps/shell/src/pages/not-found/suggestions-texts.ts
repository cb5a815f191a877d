import { defineTexts } from '@fieldhouse/i18n'

/** Apart from the page's, which is markup alone. */
export const suggestionsTexts = defineTexts({
  en: {
    nothing: 'There is no page at',
    here: 'this address',
    floors: 'It may have moved, or a letter went astray. These are open:',
    meant: 'Did you mean one of these?',
  },
  es: {
    nothing: 'No hay ninguna página en',
    here: 'esta dirección',
    floors: 'Puede que se haya mudado o que haya bailado una letra. Esto está abierto:',
    meant: '¿Buscabas una de estas?',
  },
})
