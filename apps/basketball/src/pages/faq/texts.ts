import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Ask the bench',
    opening:
      'What people ask before the tip-off, answered briefly. Type a word, or read on below. Nobody from the bench will ever ask for your keys, and none of us writes to you first.',
  },
  es: {
    title: 'Pregunta al banquillo',
    opening:
      'Lo que se pregunta antes del salto inicial, con respuestas cortas. Escribe una palabra o sigue leyendo abajo. Nadie del banquillo te pedirá tus claves, y ninguno de nosotros escribe primero.',
  },
})
