import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: '{{side}} cards, {{quarters}} quarters',
    opening:
      'Before tip-off you put one card in each of the {{side}} places. After that, nobody can change a thing. Here is one side on one night, made up as an example: add it up by rows or by columns, it comes out the same.',
    closer: 'Closer',
    score: 'The box score',
    place: 'Place',
    quarter: 'Quarter {{quarter}}',
    night: 'Plays',
    all: 'Total',
    twice: 'counts {{closer}}',
    plays: 'What they did',
    playsText: '{{side}} players in {{quarters}} quarters',
    tier: 'Tier',
    passes: 'Passes',
    passesText_one: '{{cards}} cards of one team: {{points}}',
    passesText_other: '{{teams}} teams with {{cards}} cards each: {{points}} apiece',
    last: 'The last quarter',
    lastText: 'what your closer did there counts {{closer}}',
    check:
      'Check it: the rows and columns of the box score both add up to {{plays}}. The numbers on the court are plays plus tier, {{board}} in all. C marks the closer, dashed lines are passes.',
    play: {
      three: 'A three',
      basket: 'A basket',
      block: 'A block',
      steal: 'A steal',
      assist: 'An assist',
      rebound: 'A rebound',
    },
    rule1: '{{side}} places, one card each',
    rule1Text:
      'Two guards, two forwards and a center: each card plays the position printed on it. An empty place scores nothing and costs you every pass.',
    rule2: 'The night plays itself',
    rule2Text:
      'Our invented league plays a full round. What players do counts for every card that shows them, whoever owns it.',
    rule3: 'Tier adds a little',
    rule3Text:
      'A {{tier}} card brings {{top}} points. One more three brings {{three}}, in any quarter. Playing well beats owning rare.',
    rule4: '{{cards}} make a pass',
    rule4Text: '{{cards}} cards of one team bring {{points}} points, once for each team. One more adds nothing.',
    rule5: 'One closer',
    rule5Text:
      'Name who takes the last shots. What your closer does in the last quarter counts {{closer}}; the other quarters and the tier count once.',
    beats: 'Five plain cards beat one star',
    plain: 'A side of {{side}} {{tier}} cards',
    plainText:
      'Of those, {{played}} played: {{plays}} for their plays, {{passes}} for {{passing}} passes, {{closer}} more for the closer’s last quarter.',
    rich: 'One {{tier}} card, {{empty}} empty places',
    richText:
      '{{plays}} for the plays, {{closer}} more for the last quarter, {{tiers}} for the tier. Nobody to pass to.',
  },
  es: {
    title: '{{side}} cartas, {{quarters}} cuartos',
    opening:
      'Antes del salto inicial pones una carta en cada uno de los {{side}} puestos. Después nadie puede cambiar nada. Este es un equipo en una noche, inventado como ejemplo: súmalo por filas o por columnas, sale lo mismo.',
    closer: 'Cierre',
    score: 'El acta',
    place: 'Puesto',
    quarter: 'Cuarto {{quarter}}',
    night: 'Jugadas',
    all: 'Total',
    twice: 'cuenta {{closer}}',
    plays: 'Lo que hicieron',
    playsText: '{{side}} jugadores en {{quarters}} cuartos',
    tier: 'Categoría',
    passes: 'Pases',
    passesText_one: '{{cards}} cartas del mismo equipo: {{points}}',
    passesText_other: '{{teams}} equipos con {{cards}} cartas cada uno: {{points}} por equipo',
    last: 'El último cuarto',
    lastText: 'lo que hizo en él tu cierre cuenta {{closer}}',
    check:
      'Compruébalo: las filas y las columnas del acta suman {{plays}}. Los números de la cancha son jugadas más categoría, {{board}} en total. C es el cierre; las líneas discontinuas, los pases.',
    play: {
      three: 'Un triple',
      basket: 'Una canasta',
      block: 'Un tapón',
      steal: 'Un robo',
      assist: 'Una asistencia',
      rebound: 'Un rebote',
    },
    rule1: '{{side}} puestos, una carta en cada uno',
    rule1Text:
      'Base, escolta, alero, ala-pívot y pívot: cada carta juega en el puesto que lleva impreso. Un hueco no puntúa y te deja sin pases.',
    rule2: 'La noche se juega sola',
    rule2Text:
      'Nuestra liga inventada juega una jornada completa. Lo que hace un jugador cuenta para todas las cartas que lo muestran, sean de quien sean.',
    rule3: 'La categoría suma poco',
    rule3Text:
      'Una carta {{tier}} da {{top}} puntos. Un triple más da {{three}}, en cualquier cuarto. Jugar bien vale más que tener cartas raras.',
    rule4: '{{cards}} hacen un pase',
    rule4Text: '{{cards}} cartas del mismo equipo dan {{points}} puntos, una vez por equipo. Una más no suma nada.',
    rule5: 'Un solo cierre',
    rule5Text:
      'Elige quién se juega los últimos tiros. Lo que tu cierre hace en el último cuarto cuenta {{closer}}; los demás cuartos y la categoría, una.',
    beats: 'Cinco sencillas ganan a una estrella',
    plain: 'Un equipo de {{side}} cartas {{tier}}',
    plainText:
      'Jugaron {{played}}: {{plays}} por sus jugadas, {{passes}} por {{passing}} pases y {{closer}} más por el último cuarto del cierre.',
    rich: 'Una carta {{tier}} y {{empty}} huecos',
    richText:
      '{{plays}} por las jugadas, {{closer}} más por el último cuarto y {{tiers}} por la categoría. Nadie a quien pasar.',
  },
})
