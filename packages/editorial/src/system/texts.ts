import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    sum: 'The sum',
    total: 'The night',
    tierStep: '+{{points}} {{tier}}',
    worth: 'What a play is worth',
    worthText: 'Only {{plays}} things score. They are worth the same for every player and every card.',
    points_one: '{{count}} point',
    points_other: '{{count}} points',
    rules: 'The five rules',
    rulesText: 'That is all there is. They are the same for every side and change only between seasons.',
  },
  es: {
    sum: 'La suma',
    total: 'La noche',
    tierStep: '+{{points}} {{tier}}',
    worth: 'Lo que vale cada jugada',
    worthText: 'Solo puntúan {{plays}} cosas. Valen lo mismo para cada jugador y cada carta.',
    points_one: '{{count}} punto',
    points_other: '{{count}} puntos',
    rules: 'Las cinco reglas',
    rulesText: 'No hay más. Son las mismas para todos los equipos y solo cambian entre temporadas.',
  },
})
