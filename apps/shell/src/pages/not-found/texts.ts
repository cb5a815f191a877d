import { defineTexts } from '@fieldhouse/i18n'

export const notFoundTexts = defineTexts({
  en: { title: 'Out of bounds', home: 'Back to midfield', tell: 'Tell us what you were looking for' },
  es: { title: 'Fuera de banda', home: 'Al centro del campo', tell: 'Cuéntanos qué buscabas' },
})
