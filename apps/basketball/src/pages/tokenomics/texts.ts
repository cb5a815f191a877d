import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'A pack, piece by piece',
    opening:
      'This is the wrapper you tear, cut where your dollars part ways: the taller the piece, the more goes there. Nothing is left over. The cuts move only between seasons, and the drawing moves with them.',
    prizes: 'Who plays for what',
    prizesText: 'A floor of a hundred boards: each is {{part}} of the prizes that a season’s packs pay for.',
    prize: {
      nights: 'Game nights',
      nightsText:
        'An equal part for each of the {{nights}} nights, shared by the sides of {{side}} that scored the most.',
      final: 'The last night',
      finalText:
        'The season’s {{finalists}} best sides meet once more. The winner takes {{winner}} of this part; the others share the rest.',
      draw: 'A draw',
      drawText: 'One name from everyone who played {{drawNights}} nights or more, good nights or bad.',
    },
  },
  es: {
    title: 'Un sobre, pieza a pieza',
    opening:
      'Este es el envoltorio que rasgas, cortado por donde se separan tus dólares: cuanto más alta la pieza, más se lleva. No sobra nada. Los cortes solo se mueven entre temporadas, y el dibujo con ellos.',
    prizes: 'Quién juega por qué',
    prizesText: 'Cien tablas de parqué: cada una es el {{part}} de los premios que pagan los sobres de una temporada.',
    prize: {
      nights: 'Noches de partido',
      nightsText:
        'Una parte igual para cada una de las {{nights}} noches, para los equipos de {{side}} con más puntos.',
      final: 'La última noche',
      finalText:
        'Los {{finalists}} mejores equipos de la temporada se enfrentan una vez más. Quien gana se lleva el {{winner}} de esta parte; los demás se reparten el resto.',
      draw: 'Un sorteo',
      drawText: 'Un nombre entre quienes jugaron {{drawNights}} noches o más, fueran buenas o malas.',
    },
  },
})
