export const texts = {
  en: { title: 'Football at {{product}}', faq: 'Questions' },
  es: { title: 'Fútbol en {{product}}', faq: 'Preguntas' },
}
