import { defineTexts } from '@fieldhouse/i18n'
export const homeTexts = defineTexts({
  en: {
    title: {
      one: 'One building, one floor',
      two: 'One building, two floors',
      three: 'One building, three floors',
      four: 'One building, four floors',
    },
    floors: 'Floors',
    text: 'A drafting game played with cards you own. Open packs, pick a side, send it out every game night.',
    words: {
      wax: {
        name: 'WAX',
        text: 'The public ledger your cards stand on, and its coin. Prices are in dollars, you pay in WAX.',
      },
      wallet: {
        name: 'Wallet',
        text: 'Where your cards and WAX are kept. It is your login too: we never see its keys.',
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
      empty: 'Nothing is on sale, and no sale is announced. The notebook below says when one is.',
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
        text: 'Packs go on sale at set times, in set numbers. Each shows its price in dollars and in WAX, and how many are left. What you draw goes to your own wallet.',
      },
      side: {
        title: 'Pick your side',
        first: '{{side}} cards {{place}}',
        text: '{{sides}}. What your athletes do that night counts most, tier and team add to it, and a full bench gives you a choice.',
      },
      night: {
        title: 'Play the night',
        text: 'Sides meet every game night. The cards stay yours, win or lose.',
      },
    },
  },
  es: {
    title: {
      one: 'Un pabellón, una planta',
      two: 'Un pabellón, dos plantas',
      three: 'Un pabellón, tres plantas',
      four: 'Un pabellón, cuatro plantas',
    },
    floors: 'Pistas',
    text: 'Un juego de fichajes con cartas que son tuyas. Abre sobres, arma tu equipo y mándalo a jugar cada noche de partido.',
    words: {
      wax: {
        name: 'WAX',
        text: 'El registro público donde están tus cartas, y su moneda. Los precios van en dólares y se paga en WAX.',
      },
      wallet: {
        name: 'Cartera',
        text: 'Donde guardas tus cartas y tus WAX. Con ella entras aquí: nunca vemos sus claves.',
      },
    },
    gate: {
      title: 'En taquilla',
      live: 'A la venta',
      'live-paused': 'Venta en pausa',
      soon: 'Próxima venta',
      opens: 'Abre:',
      free: 'Gratis',
      see: 'Ver el sobre',
      empty: 'No hay nada a la venta ni venta anunciada. El cuaderno, más abajo, avisa de la próxima.',
      unread: 'Ahora no podemos leer los sobres. Vuelve a mirar en un momento.',
    },
    posts: {
      title: 'Del cuaderno',
      all: 'Todas las entradas',
      empty: 'Todavía no hay nada escrito.',
      unread: 'Ahora no podemos leer las entradas. Vuelve a mirar en un momento.',
    },
    how: {
      title: 'Una noche en tres jugadas',
      packs: {
        title: 'Abre un sobre',
        text: 'Los sobres salen a la venta a una hora y en un número fijados. Cada uno dice lo que cuesta en dólares y en WAX, y cuántos quedan. Lo que te toque va a tu propia cartera.',
      },
      side: {
        title: 'Arma tu equipo',
        first: '{{side}} cartas {{place}}',
        text: '{{sides}}. Cuenta sobre todo lo que hagan esa noche; categoría y equipo suman, y con buen banquillo hay donde elegir.',
      },
      night: {
        title: 'Juega la noche',
        text: 'Los equipos se miden cada noche de partido. Ganes o pierdas, las cartas siguen siendo tuyas.',
      },
    },
  },
})
