import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'SuperBowl',
    example: 'A final as it could end',
    opening:
      'The season ends in one night: the final of our own invented league, which we call the SuperBowl. The board shows how one could end, with two made-up sides and the rules of every other night. It is the one night when the whole building watches the same field.',
    score: '{{one}} {{points}}, {{other}} {{others}}',
    bracket: 'Who meets whom',
    quarters: 'Quarter-finals',
    semis: 'Semi-finals',
    final: 'The final',
    later_one: '{{round}}, {{count}} week later',
    later_other: '{{round}}, {{count}} weeks later',
    side1: 'Fourth & Forever',
    side2: 'Two Left Cleats',
    side3: 'Mud on Sunday',
    side4: 'The Night Shift',
    side5: 'Marrow Street',
    side6: 'Quiet Stadium',
    side7: 'Long Count',
    side8: 'Gold Hands Club',
    champion: 'Champion',
    road: 'The road here',
    roadText: '{{finalists}} sides play on after the season. Yours can be one of them.',
    nights: 'nights in a season, from the first whistle to the last.',
    counting: 'of them count: your best. Missing a night does not cost you the season.',
    finalists:
      'sides go on: the {{byPoints}} with the most points, and {{byDraw}} drawn from everyone else who played {{nightsForDraw}} nights.',
    last: 'night decides. Same rules, all line-ups open, the winner’s banner in the rafters.',
    open: 'Both sides, open',
    openText_one:
      'Every line-up of the final opens to everyone {{count}} hour before. These are the two sides on the board.',
    openText_other:
      'Every line-up of the final opens to everyone {{count}} hours before. These are the two sides on the board.',
    parts: '{{plays}} plays + {{tiers}} tier + {{links}} links + {{armband}} armband',
  },
  es: {
    title: 'SuperBowl',
    example: 'Una final como podría acabar',
    opening:
      'La temporada se acaba en una noche: la final de nuestra liga inventada, que llamamos SuperBowl. El marcador enseña cómo podría acabar una, con dos equipos inventados y las reglas de cualquier otra noche. Es la única noche en que todo el pabellón mira al mismo campo.',
    score: '{{one}} {{points}}, {{other}} {{others}}',
    bracket: 'Quién se cruza con quién',
    quarters: 'Cuartos de final',
    semis: 'Semifinales',
    final: 'La final',
    later_one: '{{round}}, {{count}} semana después',
    later_many: '{{round}}, {{count}} semanas después',
    later_other: '{{round}}, {{count}} semanas después',
    side1: 'Cuarta y Siempre',
    side2: 'Dos Botas Izquierdas',
    side3: 'Barro en Domingo',
    side4: 'Turno de Noche',
    side5: 'Calle Tuétano',
    side6: 'Estadio Mudo',
    side7: 'Cuenta Larga',
    side8: 'Manos de Oro',
    champion: 'Campeón',
    road: 'El camino hasta aquí',
    roadText: 'Tras la temporada siguen {{finalists}} equipos. El tuyo puede ser uno de ellos.',
    nights: 'noches tiene una temporada, del primer silbato al último.',
    counting: 'cuentan: tus mejores. Una noche perdida no es una temporada perdida.',
    finalists:
      'equipos siguen: los {{byPoints}} con más puntos y {{byDraw}} por sorteo entre los demás que jugaron {{nightsForDraw}} noches.',
    last: 'noche para todos. Las mismas reglas, las alineaciones a la vista y la banderola del campeón en lo alto.',
    open: 'Los dos, a la vista',
    openText_one:
      'En la final todas las alineaciones están a la vista desde {{count}} hora antes. Estas son las de los dos equipos del marcador.',
    openText_many:
      'En la final todas las alineaciones están a la vista desde {{count}} horas antes. Estas son las de los dos equipos del marcador.',
    openText_other:
      'En la final todas las alineaciones están a la vista desde {{count}} horas antes. Estas son las de los dos equipos del marcador.',
    parts: '{{plays}} jugadas + {{tiers}} categoría + {{links}} enlaces + {{armband}} brazalete',
  },
})
