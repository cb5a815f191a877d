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

/** What is asked of this edition alone. */
export const questions = defineTexts({
  en: {
    nights: {
      name: 'Game nights',
      questions: {
        'line-up': {
          q: 'How many cards do I need?',
          a: '{{side}} for a whole side, one for each place. You can play with fewer, but an empty place scores nothing, and a side with one has no passes.',
        },
        positions: {
          q: 'Can a card play in any place?',
          a: 'No. Each card plays the place that is printed on it: PG and SG are the guards, SF and PF the forwards, C is the centre.\nA second card for the same place is not wasted: play the one you trust that night.',
        },
        tier: {
          q: 'Do rarer cards score more?',
          a: 'A little: a {{rarest}} card brings {{top}} points besides what its athlete does, and a {{plainest}} card {{least}}. One three is {{three}} points, so playing well matters more.',
        },
        closer: {
          q: 'What does the closer do?',
          a: 'What your closer does in the last quarter counts {{closer}} times. You name one before the tip-off; the first quarters and the tier count once, like everybody’s.',
        },
        passes: {
          q: 'When do two cards pass to each other?',
          a: 'When they are of one team and no place of your side is empty: {{cards}} of a team bring {{points}} points, once for each team. Beyond that a team brings nothing more.',
        },
        'missed-night': {
          q: 'What if I miss a night?',
          a: 'Nothing is lost. A season has {{nights}} nights, and your best {{counting}} count.',
        },
        'change-side': {
          q: 'Can I change my side during a game?',
          a: 'No. The line-up closes at the tip-off, for everybody at the same moment. Until then you can change it as often as you like, and it costs nothing.',
        },
        'other-floor': {
          q: 'Do football cards play here?',
          a: 'No. Each floor has its own cards, sides and prizes. They can lie in the same wallet, though, and one login is enough for both.',
        },
      },
    },
    season: {
      name: 'The season',
      questions: {
        prizes: {
          q: 'Where do the prizes come from?',
          a: '{{prizes}} of every pack’s price goes to prizes, {{nightly}} of it to the game nights. Nobody is promised one.',
        },
        'last-night': {
          q: 'How do I get into the last night?',
          a: 'The {{finalists}} sides with the most points of a season meet once more, for {{final}} of the prizes. Everyone starts at zero: earlier points do not count there.',
        },
        draw: {
          q: 'What is the draw for?',
          a: 'For those who keep coming. One name is drawn out of all who played {{nightsForDraw}} nights or more, however they went.',
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
          a: '{{side}} para un equipo entero, una por puesto. Se puede jugar con menos, pero un hueco no puntúa y un equipo con huecos no tiene pases.',
        },
        positions: {
          q: '¿Una carta puede jugar en cualquier puesto?',
          a: 'No. Cada carta juega en el puesto que lleva impreso: PG es el base, SG el escolta, SF el alero, PF el ala-pívot y C el pívot.\nUna segunda carta para el mismo puesto no sobra: saca a quien te dé confianza esa noche.',
        },
        tier: {
          q: '¿Puntúan más las cartas raras?',
          a: 'Un poco: una carta {{rarest}} da {{top}} puntos además de lo que haga su deportista, y una carta {{plainest}}, {{least}}. Un triple son {{three}} puntos, así que importa más quién juega bien.',
        },
        closer: {
          q: '¿Para qué sirve el cierre?',
          a: 'Lo que tu cierre hace en el último cuarto cuenta {{closer}} veces. Nombras uno antes del salto inicial; los primeros cuartos y la categoría cuentan una vez, como en todos.',
        },
        passes: {
          q: '¿Cuándo se pasan dos cartas?',
          a: 'Cuando son del mismo equipo y en el tuyo no hay huecos: {{cards}} de un equipo dan {{points}} puntos, una vez por equipo. A partir de ahí, ese equipo no da más.',
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
          a: 'Los {{finalists}} equipos con más puntos de la temporada se ven una vez más, por el {{final}} de los premios. Empieza de cero: allí no cuenta lo que traían.',
        },
        draw: {
          q: '¿Para qué es el sorteo?',
          a: 'Para quien no falla. Se saca un nombre entre todos los que jugaron {{nightsForDraw}} noches o más, les fuera como les fuera.',
        },
      },
    },
  },
})
