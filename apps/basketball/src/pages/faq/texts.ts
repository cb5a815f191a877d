import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Ask the bench',
    opening:
      'What people ask before tip-off, answered briefly. Nobody from the bench will ever ask for your keys, and none of us will write to you first.',
  },
  es: {
    title: 'Pregunta al banquillo',
    opening:
      'Lo que se pregunta antes del salto inicial, con respuestas cortas. Nadie del banquillo te pedirá tus claves ni te escribirá primero.',
  },
})

/** What is asked of this edition alone. */
export const questions = defineTexts({
  en: {
    nights: {
      name: 'Game nights',
      questions: {
        'line-up': {
          q: 'How many cards do I need?',
          a: 'You need {{side}} for a full side, one for each place. You can play with fewer, but an empty place scores nothing and costs you every pass.',
        },
        positions: {
          q: 'Can a card play any position?',
          a: 'No. Each card plays the position printed on it: PG and SG are the guards, SF and PF the forwards, C is the center.\nA second card for the same place is not wasted: play the one you trust that night.',
        },
        tier: {
          q: 'Do rarer cards score more?',
          a: 'A little: a {{rarest}} card adds {{top}} points to what its player does, a {{plainest}} card {{least}}. A single three brings {{three}}, so playing well matters more.',
        },
        closer: {
          q: 'What does the closer do?',
          a: 'What your closer does in the last quarter counts {{closer}}. You name one before tip-off; the other quarters and the tier count once, like everybody’s.',
        },
        passes: {
          q: 'When do two cards pass to each other?',
          a: 'When they are on the same team and your side has no empty place: {{cards}} cards of one team bring {{points}} points, once for each team. More of them add nothing.',
        },
        'missed-night': {
          q: 'What if I miss a night?',
          a: 'Nothing is lost. A season has {{nights}} nights, and your best {{counting}} count.',
        },
        'change-side': {
          q: 'Can I change my side during a game?',
          a: 'No. Lineups close at tip-off, for everybody at the same moment. Until then you can change yours as often as you like, and it costs nothing.',
        },
        'other-floor': {
          q: 'Do football cards play here?',
          a: 'No. Each floor has its own cards, sides and prizes. They can share a wallet, though, and one login covers both floors.',
        },
      },
    },
    season: {
      name: 'The season',
      questions: {
        prizes: {
          q: 'Where do the prizes come from?',
          a: '{{prizes}} of every pack’s price goes to prizes, and {{nightly}} of that to game nights. Nobody is promised one.',
        },
        'last-night': {
          q: 'How do I get into the last night?',
          a: 'The {{finalists}} sides with the most points in a season meet once more, for {{final}} of the prizes. Everyone starts from zero: earlier points do not count.',
        },
        draw: {
          q: 'What is the draw for?',
          a: 'It is for those who keep showing up. One name is drawn from everyone who played {{nightsForDraw}} nights or more, however those went.',
        },
      },
    },
  },
  es: {
    nights: {
      name: 'Noches de partido',
      questions: {
        'line-up': {
          q: '¿Cuántas cartas necesito?',
          a: 'Para un equipo entero, {{side}}: una por puesto. Puedes jugar con menos, pero un hueco no puntúa y te deja sin pases.',
        },
        positions: {
          q: '¿Una carta puede jugar en cualquier puesto?',
          a: 'No. Cada carta juega en el puesto que lleva impreso: PG es el base, SG el escolta, SF el alero, PF el ala-pívot y C el pívot.\nUna segunda carta para el mismo puesto no sobra: saca a quien te dé confianza esa noche.',
        },
        tier: {
          q: '¿Puntúan más las cartas raras?',
          a: 'Un poco: una carta {{rarest}} suma {{top}} puntos a lo que haga su jugador; una carta {{plainest}}, {{least}}. Un solo triple da {{three}}, así que importa más jugar bien.',
        },
        closer: {
          q: '¿Para qué sirve el cierre?',
          a: 'Lo que tu cierre hace en el último cuarto cuenta {{closer}}. Nombras uno antes del salto inicial; los demás cuartos y la categoría cuentan una vez, como en todos.',
        },
        passes: {
          q: '¿Cuándo se pasan el balón dos cartas?',
          a: 'Cuando son del mismo equipo y en el tuyo no hay huecos: {{cards}} cartas de un equipo dan {{points}} puntos, una vez por equipo. Tener más no suma nada.',
        },
        'missed-night': {
          q: '¿Y si me pierdo una noche?',
          a: 'No pasa nada. Una temporada tiene {{nights}} noches y cuentan tus mejores {{counting}}.',
        },
        'change-side': {
          q: '¿Puedo cambiar el equipo durante un partido?',
          a: 'No. La alineación se cierra con el salto inicial, para todos a la vez. Hasta entonces puedes cambiarla cuantas veces quieras, y no cuesta nada.',
        },
        'other-floor': {
          q: '¿Aquí juegan las cartas de fútbol americano?',
          a: 'No. Cada planta tiene sus cartas, sus equipos y sus premios. Eso sí, pueden estar en la misma cartera, y con entrar una vez basta para las dos.',
        },
      },
    },
    season: {
      name: 'La temporada',
      questions: {
        prizes: {
          q: '¿De dónde salen los premios?',
          a: 'El {{prizes}} de lo que cuestan los sobres va a premios, y de ahí el {{nightly}} a las noches de partido. A nadie se le promete ninguno.',
        },
        'last-night': {
          q: '¿Cómo se llega a la última noche?',
          a: 'Los {{finalists}} equipos con más puntos de la temporada se enfrentan una vez más, por el {{final}} de los premios. Todos empiezan de cero: lo anterior no cuenta.',
        },
        draw: {
          q: '¿Para qué es el sorteo?',
          a: 'Para premiar a quien no falla. Se saca un nombre entre todos los que jugaron {{nightsForDraw}} noches o más, les fuera como les fuera.',
        },
      },
    },
  },
})
