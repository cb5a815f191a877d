import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    subjects: 'Subjects',
    notHere: 'Not here?',
    ask: 'Ask on Discord',
    link: 'Link to this answer',
    rest: 'More answers',
  },
  es: {
    subjects: 'Temas',
    notHere: '¿No está?',
    ask: 'Pregunta en Discord',
    link: 'Enlace a esta respuesta',
    rest: 'Más respuestas',
  },
})
