import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    state: 'You’re offline',
    title: 'The play stopped here',
    text: 'There is no connection right now. Your cards are safe on the chain.',
    nothing: 'You have nothing on its way: nothing was bought and nothing was lost.',
    done: 'You have nothing on its way, and nothing was lost.',
    unread: 'We cannot read what was kept of a purchase. Once you are back, look at your cards before you buy again.',
    asked: 'Your wallet has been asked to sign. We will check what became of it as soon as you are back.',
    signed: 'You have signed. We will check how it went as soon as you are back.',
    again: 'Try again',
    kept: 'You can still see',
    page: '{{title}}, as of {{time}}',
  },
  es: {
    state: 'Sin conexión',
    title: 'La jugada se paró aquí',
    text: 'Ahora mismo no hay conexión. Tus cartas están a salvo en la cadena.',
    nothing: 'No tienes nada en camino: no se ha comprado ni se ha perdido nada.',
    done: 'No tienes nada en camino y no se ha perdido nada.',
    unread:
      'No podemos leer lo que se guardó de una compra. Cuando vuelvas, mira tus cartas antes de volver a comprar.',
    asked: 'Le hemos pedido a tu cartera que firme. En cuanto vuelvas miramos qué ha sido de ello.',
    signed: 'Ya has firmado. En cuanto vuelvas miramos cómo ha ido.',
    again: 'Inténtalo de nuevo',
    kept: 'Todavía puedes ver',
    page: '{{title}}, tal como estaba el {{time}}',
  },
})
