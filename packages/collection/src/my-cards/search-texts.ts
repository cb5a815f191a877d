import { defineTexts } from '@fieldhouse/i18n'

/** Of what comes with a search. */
export const searchTexts = defineTexts({
  en: {
    tiers: 'Tiers',
    positions: 'Position',
    teams: 'Team',
    none: 'No card fits all of that.',
    noneText_one: 'You own {{number}} card, and it does not fit.',
    noneText_other: 'You own {{number}} cards, and none fits everything you chose.',
    clear: 'Clear all filters',
  },
  es: {
    tiers: 'Categorías',
    positions: 'Posición',
    teams: 'Equipo',
    none: 'Ninguna carta es todo eso.',
    noneText_one: 'Tienes {{number}} carta, y es otra.',
    noneText_other: 'Tienes {{number}} cartas, y ninguna cumple todo lo que has elegido.',
    clear: 'Quitar los filtros',
  },
})
