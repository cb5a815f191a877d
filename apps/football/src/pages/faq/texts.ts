import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'Ask the building',
    opening:
      'The questions we hear most, answered briefly. We never ask for your keys, and none of us will ever write to you first.',
  },
  es: {
    title: 'Pregunta a la casa',
    opening:
      'Lo que más nos preguntan, con respuestas cortas. Nunca te pediremos tus claves, y nadie de la casa te escribirá primero.',
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
          a: 'You need {{side}} for a full side. You can play with fewer, but an empty place scores nothing and costs you every link.',
        },
        tier: {
          q: 'Do rarer cards score more?',
          a: 'A little: a {{rarest}} card adds {{top}} points to what its player does, a {{plainest}} card {{least}}. A single catch brings {{catch}}, so playing well matters more.',
        },
        captain: {
          q: 'What does the captain do?',
          a: 'What your captain does that night counts {{armband}}. You name one before kickoff; the tier counts once, like everybody’s.',
        },
        'missed-night': {
          q: 'What if I miss a night?',
          a: 'Nothing is lost. A season has {{nights}} nights, and your best {{counting}} count.',
        },
        prizes: {
          q: 'Where do the prizes come from?',
          a: '{{prizes}} of every pack’s price goes to prizes, and most of that to game nights. Nobody is promised one.',
        },
        superbowl: {
          q: 'How do I get into the SuperBowl?',
          a: 'The {{byPoints}} sides with the most points in a season go on, and {{byDraw}} more are drawn from everyone else who played at least {{nightsForDraw}} nights.',
        },
      },
    },
    lending: {
      name: 'Lending',
      questions: {
        lend: {
          q: 'How do I lend a card?',
          a: 'You set the rent and the nights, up to {{most}}. The borrower pays at once, {{fee}} of that goes to the house, and after the last night the card plays for you again.',
        },
        'end-early': {
          q: 'Can a loan end early?',
          a: 'Yes, if you both sign. It ends that night, and the rent for the remaining nights goes back.',
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
          a: 'Para un equipo entero, {{side}}. Puedes jugar con menos, pero un hueco no puntúa y te deja sin enlaces.',
        },
        tier: {
          q: '¿Puntúan más las cartas raras?',
          a: 'Un poco: una carta {{rarest}} suma {{top}} puntos a lo que haga su jugador; una carta {{plainest}}, {{least}}. Una sola recepción da {{catch}}, así que importa más jugar bien.',
        },
        captain: {
          q: '¿Para qué sirve el capitán?',
          a: 'Lo que hace esa noche cuenta {{armband}}. Nombras uno antes de la patada inicial; su categoría cuenta una vez, como la de todos.',
        },
        'missed-night': {
          q: '¿Y si me pierdo una noche?',
          a: 'No pasa nada. Una temporada tiene {{nights}} noches y cuentan tus mejores {{counting}}.',
        },
        prizes: {
          q: '¿De dónde salen los premios?',
          a: 'El {{prizes}} de lo que cuestan los sobres va a premios, y la mayor parte a las noches de partido. A nadie se le promete ninguno.',
        },
        superbowl: {
          q: '¿Cómo se llega a la SuperBowl?',
          a: 'Pasan los {{byPoints}} equipos con más puntos de la temporada, y {{byDraw}} más por sorteo entre el resto de los que jugaron al menos {{nightsForDraw}} noches.',
        },
      },
    },
    lending: {
      name: 'Préstamos',
      questions: {
        lend: {
          q: '¿Cómo presto una carta?',
          a: 'Tú pones el alquiler y las noches, {{most}} como mucho. Quien la recibe paga al momento, el {{fee}} va a la casa y, tras la última noche, la carta vuelve a jugar contigo.',
        },
        'end-early': {
          q: '¿Puede acabar antes un préstamo?',
          a: 'Sí, con la firma de los dos. Acaba esa noche y se devuelve el alquiler de las que queden.',
        },
      },
    },
  },
})
