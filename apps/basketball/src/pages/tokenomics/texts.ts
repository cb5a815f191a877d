import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'A pack, piece by piece',
    opening:
      'This is the wrapper you tear, cut where your dollars part ways: the taller the piece, the more goes there. Nothing is left over. The cuts move only between seasons, and the drawing moves with them.',
    prizes: 'Who plays for what',
    prizesText: 'A hundred boards of floor: each is {{part}} of the prizes that a season’s packs pay for.',
    prize: {
      nights: 'Game nights',
      nightsText: 'One equal part for each of the {{nights}} nights, shared by the sides of {{side}} that scored most.',
      final: 'The last night',
      finalText:
        'The {{finalists}} best sides of the season meet once more. The winner takes {{winner}} of this part, the others share the rest.',
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
        'Una parte igual para cada una de las {{nights}} noches, entre los equipos de {{side}} que más puntos hicieron.',
      final: 'La última noche',
      finalText:
        'Los {{finalists}} mejores equipos de la temporada se ven una vez más. Quien gana se lleva el {{winner}} de esta parte; los demás se reparten el resto.',
      draw: 'Un sorteo',
      drawText: 'Un nombre entre quienes vinieron {{drawNights}} noches o más, fueran buenas o malas.',
    },
  },
})
