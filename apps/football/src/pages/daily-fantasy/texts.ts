import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: '{{side}} cards, one sum',
    opening:
      'Before kickoff you put {{side}} cards on the field. After that, nobody can change a thing. Here is one side on one night, made up as an example and added up by hand.',
    plays: 'What they did',
    playsText: 'the plays of {{side}} players',
    tier: 'Tier',
    links: 'Links',
    linksText_one: '{{cards}} cards of one team: {{points}}',
    linksText_other: '{{teams}} teams with {{cards}} cards each: {{points}} apiece',
    armband: 'The armband',
    armbandText: 'your captain’s plays count {{armband}}',
    check:
      'Check it: the white numbers on the board are plays plus tier, {{board}} in all. C marks the captain, gold lines are links.',
    captain: 'Captain',
    play: {
      throw: 'A long throw',
      steal: 'A steal',
      catch: 'A catch',
      kick: 'A kick',
      stop: 'A stop',
      yard: 'Every {{per}} yards',
    },
    rule1: '{{side}} or nothing',
    rule1Text:
      'An empty place scores nothing and costs you every link. Plain cards that play beat a star with gaps around it.',
    rule2: 'The night plays itself',
    rule2Text:
      'Our invented league plays a full round. What players do counts for every card that shows them, whoever owns it.',
    rule3: 'Tier adds a little',
    rule3Text:
      'A {{tier}} card brings {{top}} points. One more catch brings {{catch}}. Playing well beats owning rare.',
    rule4: '{{cards}} make a link',
    rule4Text:
      '{{cards}} cards of one team bring {{points}} points, once for each team. One more adds nothing, so mix.',
    rule5: 'One armband',
    rule5Text: 'Name a captain, whose plays count {{armband}}. The tier counts once.',
    beats: 'Plain side beats rich side',
    plain: 'A side of {{side}} {{tier}} cards',
    plainText:
      'Of those, {{played}} played: {{plays}} for their plays, {{links}} for {{linked}} links, {{armband}} more for the captain.',
    rich: 'One {{tier}} card, {{empty}} empty places',
    richText: '{{plays}} for the plays, {{armband}} more for the armband, {{tiers}} for the tier. No links.',
  },
  es: {
    title: '{{side}} cartas, una suma',
    opening:
      'Antes de la patada inicial pones {{side}} cartas en el campo. Después nadie puede cambiar nada. Este es un equipo en una noche, inventado como ejemplo y sumado a mano.',
    plays: 'Lo que hicieron',
    playsText: 'las jugadas de {{side}} jugadores',
    tier: 'Categoría',
    links: 'Enlaces',
    linksText_one: '{{cards}} cartas del mismo equipo: {{points}}',
    linksText_other: '{{teams}} equipos con {{cards}} cartas cada uno: {{points}} por equipo',
    armband: 'El brazalete',
    armbandText: 'lo que hizo tu capitán cuenta {{armband}}',
    check:
      'Compruébalo: los números blancos de la pizarra son jugadas más categoría, {{board}} en total. C es el capitán; las líneas doradas, los enlaces.',
    captain: 'Capitán',
    play: {
      throw: 'Un pase largo',
      steal: 'Un robo',
      catch: 'Una recepción',
      kick: 'Una patada',
      stop: 'Un placaje',
      yard: 'Cada {{per}} yardas',
    },
    rule1: '{{side}} o nada',
    rule1Text:
      'Un hueco no puntúa y te deja sin enlaces. Cartas sencillas que juegan ganan a una estrella rodeada de huecos.',
    rule2: 'La noche se juega sola',
    rule2Text:
      'Nuestra liga inventada juega una jornada completa. Lo que hace un jugador cuenta para todas las cartas que lo muestran, sean de quien sean.',
    rule3: 'La categoría suma poco',
    rule3Text:
      'Una carta {{tier}} da {{top}} puntos. Una recepción más da {{catch}}. Jugar bien vale más que tener cartas raras.',
    rule4: '{{cards}} hacen un enlace',
    rule4Text:
      '{{cards}} cartas del mismo equipo dan {{points}} puntos, una vez por equipo. Una más no suma nada, así que mezcla.',
    rule5: 'Un solo brazalete',
    rule5Text: 'Nombra un capitán. Lo que haga cuenta {{armband}}; su categoría, una sola vez.',
    beats: 'El sencillo gana al rico',
    plain: 'Un equipo de {{side}} cartas {{tier}}',
    plainText:
      'Jugaron {{played}}: {{plays}} por sus jugadas, {{links}} por {{linked}} enlaces y {{armband}} más por el capitán.',
    rich: 'Una carta {{tier}} y {{empty}} huecos',
    richText: '{{plays}} por las jugadas, {{armband}} más por el brazalete y {{tiers}} por la categoría. Sin enlaces.',
  },
})
