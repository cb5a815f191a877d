import { defineTexts } from '@fieldhouse/i18n'
export const texts = defineTexts({
  en: { title: 'Football at {{product}}', faq: 'Questions' },
  es: { title: 'Fútbol en {{product}}', faq: 'Preguntas' },
})
