import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'One pack, cut up',
    opening:
      'A pack has one price in dollars, and this is where it goes: on the pack itself, and to scale. The parts add up to all of it. They change only between seasons, and then this drawing changes too.',
    prizes: 'Where the prizes go',
    prizesText: 'A hundred yards of prizes: each yard is {{part}} of what the packs of a season bring for them.',
    prize: {
      nights: 'Game nights',
      nightsText:
        'In equal parts over the {{nights}} nights of a season, to the sides with the most points that night.',
      final: 'SuperBowl',
      finalText: 'To the {{finalists}} sides that play on, {{winner}} of it to the winner.',
      draw: 'A draw',
      drawText: 'Among everybody who played at least {{drawNights}} nights, whatever they scored.',
    },
  },
  es: {
    title: 'Un sobre, en rodajas',
    opening:
      'Un sobre tiene un solo precio en dólares, y aquí es adonde va: sobre el propio sobre y a escala. Las partes suman el total. Solo cambian entre temporadas, y entonces cambia también este dibujo.',
    prizes: 'Adónde van los premios',
    prizesText:
      'Cien yardas de premios: cada yarda es el {{part}} de lo que dejan para ellos los sobres de una temporada.',
    prize: {
      nights: 'Noches de partido',
      nightsText:
        'A partes iguales entre las {{nights}} noches de la temporada, para los equipos con más puntos esa noche.',
      final: 'SuperBowl',
      finalText: 'Para los {{finalists}} equipos que siguen; el {{winner}}, para quien gana.',
      draw: 'Un sorteo',
      drawText: 'Entre quienes jugaron al menos {{drawNights}} noches, hicieran los puntos que hicieran.',
    },
  },
})
