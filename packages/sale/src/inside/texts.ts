import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'What is inside',
    text: 'A hundred cards from these packs, on average, each drawn in the cut of its tier.',
    cards_one: '{{count}} card in a pack.',
    cards_other: '{{count}} cards in a pack.',
    least: 'One of them is {{tier}} or rarer, in every pack.',
    noLeast: 'No tier is guaranteed.',
    label: 'Of a hundred cards {{list}}',
    item: '{{count}} are {{tier}}',
    tier: 'Tier',
    hundred: 'Of 100 cards',
    chance: 'Odds of a card',
    packs: 'Packs with one',
    guarantee: 'Without it {{without}} of packs would hold a {{tier}} or a rarer card; with it all do.',
    how: 'How the draw works',
    draw: 'Each card is dealt by these odds, whatever you opened before.',
    drawLeast:
      'If none of them is {{tier}} or rarer, the last one is dealt again, from those tiers only. That is the guarantee, and these numbers include it.',
    lumpy:
      'Your own packs will be lumpier than an average. Odds never change during a sale. Cards are made for playing and can be worth less than you paid.',
    reading: 'Reading the pack from the chain.',
    unread: 'The pack cannot be read from the chain right now. This drawing fills by itself once it can.',
    none: 'The odds of this pack do not add up, so we do not draw them.',
    unscripted: 'To see what is inside, switch on JavaScript.',
  },
  es: {
    title: 'Qué hay dentro',
    text: 'Cien cartas de estos sobres, de media, cada una con el corte de su categoría.',
    cards_one: '{{count}} carta por sobre.',
    cards_other: '{{count}} cartas por sobre.',
    least: 'Una de ellas es {{tier}} o más rara, en todos los sobres.',
    noLeast: 'No se garantiza ninguna categoría.',
    label: 'De cien cartas, {{list}}',
    item: '{{count}} son {{tier}}',
    tier: 'Categoría',
    hundred: 'De 100 cartas',
    chance: 'Probabilidad',
    packs: 'Sobres con una',
    guarantee: 'Sin ella, el {{without}} de los sobres tendría una {{tier}} o una más rara; con ella, todos.',
    how: 'Cómo se reparte',
    draw: 'Cada carta se reparte con estas probabilidades, da igual lo que abrieras antes.',
    drawLeast:
      'Si ninguna es {{tier}} o más rara, la última se reparte de nuevo, solo entre esas categorías. Esa es la garantía, y estos números ya la cuentan.',
    lumpy:
      'Tus sobres serán más desiguales que una media. Las probabilidades no cambian durante una venta. Las cartas son para jugar y pueden valer menos de lo que pagaste.',
    reading: 'Leyendo el sobre de la cadena.',
    unread: 'Ahora mismo no se puede leer el sobre de la cadena. El dibujo se completa solo en cuanto se pueda.',
    none: 'Las probabilidades de este sobre no cuadran, así que no las dibujamos.',
    unscripted: 'Para ver qué hay dentro, activa JavaScript.',
  },
})
