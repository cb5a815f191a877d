import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    state: 'You’re offline',
    title: 'The play stopped here',
    text: 'There is no connection right now. Your cards are on the chain, where nothing happens to them.',
    nothing: 'Nothing of yours is on its way: nothing was bought and nothing was lost.',
    signed: 'You have signed. We look it up as soon as you are back.',
    again: 'Try again',
    kept: 'You can still see',
    page: '{{title}}, as of {{time}}',
  },
  es: {
    state: 'Sin conexión',
    title: 'La jugada se paró aquí',
    text: 'Ahora mismo no hay conexión. Tus cartas están en la cadena, y ahí no les pasa nada.',
    nothing: 'No tienes nada en camino: no se ha comprado ni se ha perdido nada.',
    signed: 'Ya has firmado. Lo miramos en cuanto vuelvas.',
    again: 'Reintentar',
    kept: 'Todavía puedes ver',
    page: '{{title}}, tal como estaba: {{time}}',
  },
})
