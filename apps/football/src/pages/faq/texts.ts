import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Ask the building',
    opening:
      'The questions we hear most, answered briefly. Type a word, or read on below. We never ask for your keys, and nobody from our side will ever write to you first.',
  },
  es: {
    title: 'Pregunta a la casa',
    opening:
      'Lo que más nos preguntan, con respuestas cortas. Escribe una palabra o sigue leyendo abajo. Nunca te pediremos tus claves, y nadie de la casa te va a escribir primero.',
  },
})
