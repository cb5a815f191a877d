import { defineTexts } from '@fieldhouse/i18n'

/** Apart from those of the answers, which are never script. */
export const searchTexts = defineTexts({
  en: {
    label: 'Search the answers',
    placeholder: 'a word',
    clear: 'Clear',
    copied: 'Link copied.',
    all_one: '{{count}} answer',
    all_other: '{{count}} answers',
    hits_one: '{{count}} of {{all}} answers says “{{query}}” or something close to it',
    hits_other: '{{count}} of {{all}} answers say “{{query}}” or something close to it',
    none: 'Nobody asked about “{{query}}” yet. Try a shorter word, or ask on Discord; good questions end up here.',
    rest_one: '{{count}} more answer',
    rest_other: '{{count}} more answers',
    unscripted: 'Searching needs JavaScript. All answers are below.',
  },
  es: {
    label: 'Buscar en las respuestas',
    placeholder: 'palabra',
    clear: 'Borrar',
    copied: 'Enlace copiado.',
    all_one: '{{count}} respuesta',
    all_other: '{{count}} respuestas',
    hits_one: '{{count}} de {{all}} respuestas dice «{{query}}» o algo parecido',
    hits_other: '{{count}} de {{all}} respuestas dicen «{{query}}» o algo parecido',
    none: 'Todavía nadie ha preguntado por «{{query}}». Prueba con una palabra más corta o pregunta en Discord: las buenas preguntas acaban aquí.',
    rest_one: '{{count}} respuesta más',
    rest_other: '{{count}} respuestas más',
    unscripted: 'Para buscar hace falta JavaScript. Todas las respuestas están abajo.',
  },
})
