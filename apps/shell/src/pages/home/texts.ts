import { defineTexts } from '@fieldhouse/i18n'
export const homeTexts = defineTexts({
  en: {
    title: {
      none: 'One building',
      one: 'One building, one floor',
      two: 'One building, two floors',
      three: 'One building, three floors',
      four: 'One building, four floors',
    },
    floors: 'Floors',
    text: 'A drafting game with cards you own. Open packs, pick your side and send it out every game night.',
    words: {
      wax: {
        name: 'WAX',
        text: 'The chain your cards live on, and its coin. Prices are in dollars; you pay in WAX.',
      },
      wallet: {
        name: 'Wallet',
        text: 'It holds your cards and your WAX, and you log in with it. We never see its keys.',
      },
    },
    gate: {
      title: 'At the gate',
      live: 'On sale now',
      'live-paused': 'Sale paused',
      soon: 'Next sale',
      opens: 'Opens',
      free: 'Free',
      see: 'See the pack',
      empty: 'Nothing is on sale right now. The notebook below will say when the next sale opens.',
      unread: 'We cannot read the packs right now. Look again in a moment.',
    },
    posts: {
      title: 'From the notebook',
      all: 'All posts',
      empty: 'Nothing has been written yet.',
      unread: 'We cannot read the posts right now. Look again in a moment.',
    },
    how: {
      title: 'A night in three moves',
      packs: {
        title: 'Open a pack',
        text: 'Packs go on sale at set times, in set numbers. You always see the price in dollars and in WAX, and how many are left. The cards you pull go straight to your wallet.',
      },
      side: {
        title: 'Pick your side',
        text: 'Choose who plays from the cards you own. What your players do that night counts most. Tier and team add a little, and a deep bench gives you choices.',
      },
      night: {
        title: 'Play the night',
        text: 'Sides meet every game night. Win or lose, the cards stay yours.',
      },
    },
  },
  es: {
    title: {
      none: 'Un pabellón',
      one: 'Un pabellón, una planta',
      two: 'Un pabellón, dos plantas',
      three: 'Un pabellón, tres plantas',
      four: 'Un pabellón, cuatro plantas',
    },
    floors: 'Plantas',
    text: 'Un juego de fichajes con cartas que son tuyas. Abre sobres, arma tu equipo y sácalo a jugar cada noche de partido.',
    words: {
      wax: {
        name: 'WAX',
        text: 'La cadena donde viven tus cartas, y su moneda. Los precios van en dólares; se paga en WAX.',
      },
      wallet: {
        name: 'Cartera',
        text: 'Guarda tus cartas y tu WAX, y con ella entras aquí. Nunca vemos sus claves.',
      },
    },
    gate: {
      title: 'En la puerta',
      live: 'A la venta',
      'live-paused': 'Venta en pausa',
      soon: 'Próxima venta',
      opens: 'Abre:',
      free: 'Gratis',
      see: 'Ver el sobre',
      empty: 'Ahora no hay nada a la venta. El cuaderno, más abajo, avisará de la próxima.',
      unread: 'Ahora no podemos leer los sobres. Mira otra vez en un momento.',
    },
    posts: {
      title: 'Del cuaderno',
      all: 'Todas las entradas, en inglés',
      empty: 'Todavía no hay nada escrito.',
      unread: 'Ahora no podemos leer las entradas. Mira otra vez en un momento.',
    },
    how: {
      title: 'Una noche en tres jugadas',
      packs: {
        title: 'Abre un sobre',
        text: 'Cada venta tiene su hora y sus sobres contados. Siempre ves el precio en dólares y en WAX, y cuántos quedan. Las cartas que te toquen van directas a tu cartera.',
      },
      side: {
        title: 'Arma tu equipo',
        text: 'Elige quién juega de entre tus cartas. Cuenta sobre todo lo que hagan esa noche. Categoría y equipo suman un poco, y un buen banquillo te deja elegir.',
      },
      night: {
        title: 'Juega la noche',
        text: 'Los equipos se miden cada noche de partido. Ganes o pierdas, las cartas siguen siendo tuyas.',
      },
    },
  },
})
