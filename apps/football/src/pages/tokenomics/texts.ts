import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'One pack, cut up',
    opening:
      'Every pack has one price in dollars. Here is where it goes, drawn to scale on the pack itself. The parts add up to the whole price. They change only between seasons, and this drawing changes with them.',
    prizes: 'Where the prizes go',
    prizesText: 'A hundred yards of prizes: each yard is {{part}} of what a season’s packs bring in for them.',
    prize: {
      nights: 'Game nights',
      nightsText: 'Split evenly over the {{nights}} nights of a season, for the sides with the most points each night.',
      final: 'SuperBowl',
      finalText: 'For the {{finalists}} sides that play on; the winner takes {{winner}} of it.',
      draw: 'A draw',
      drawText: 'Among everyone who played at least {{drawNights}} nights, whatever they scored.',
    },
  },
  es: {
    title: 'Un sobre, por partes',
    opening:
      'Cada sobre tiene un solo precio en dólares. Así se reparte, dibujado a escala en el propio sobre. Las partes suman el precio entero. Solo cambian entre temporadas, y con ellas este dibujo.',
    prizes: 'Adónde van los premios',
    prizesText: 'Cien yardas de premios: cada yarda es el {{part}} de lo que aportan los sobres de una temporada.',
    prize: {
      nights: 'Noches de partido',
      nightsText:
        'A partes iguales entre las {{nights}} noches de la temporada, para los equipos con más puntos de cada una.',
      final: 'SuperBowl',
      finalText: 'Para los {{finalists}} equipos que siguen; el {{winner}}, para quien gana.',
      draw: 'Un sorteo',
      drawText: 'Entre quienes jugaron al menos {{drawNights}} noches, hicieran los puntos que hicieran.',
    },
  },
})
