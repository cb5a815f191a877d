import { defineTexts } from '@fieldhouse/i18n'

export const notFoundTexts = defineTexts({
  en: { title: 'Out of bounds', home: 'Back to midfield', tell: 'Tell us what you looked for' },
  es: { title: 'Fuera del campo', home: 'Volver al medio campo', tell: 'Cuéntanos qué buscabas' },
})
