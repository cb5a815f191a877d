import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    roof: 'Sports under one roof',
    header: {
      skip: 'Skip to content',
      nextSale: 'Next sale in:',
      saleLive: 'Sale is live!',
      noSale: 'No sale right now',
      board: 'Scoreboard',
      floors: 'Floors',
      languages: 'Language',
      main: 'Main',
      menu: 'Menu',
      close: 'Close menu',
      whitepaper: 'Whitepaper',
      playGame: 'Play Game',
      playNow: 'Play Now!',
    },
  },
  es: {
    roof: 'Deportes bajo un mismo techo',
    header: {
      skip: 'Ir al contenido',
      nextSale: 'Próxima venta en:',
      saleLive: '¡Venta abierta!',
      noSale: 'Ahora no hay venta',
      board: 'Marcador',
      floors: 'Deportes',
      languages: 'Idioma',
      main: 'Principal',
      menu: 'Menú',
      close: 'Cerrar el menú',
      whitepaper: 'Whitepaper',
      playGame: 'Ir al juego',
      playNow: '¡Juega ya!',
    },
  },
})
