import { defineTexts } from '@fieldhouse/i18n'

/** What an athlete did, in words. */
export const playTexts = defineTexts({
  en: {
    three_one: '{{count}} three',
    three_other: '{{count}} threes',
    basket_one: '{{count}} basket',
    basket_other: '{{count}} baskets',
    block_one: '{{count}} block',
    block_other: '{{count}} blocks',
    steal_one: '{{count}} steal',
    steal_other: '{{count}} steals',
    assist_one: '{{count}} assist',
    assist_other: '{{count}} assists',
    rebound_one: '{{count}} rebound',
    rebound_other: '{{count}} rebounds',
    nothing: 'did not play',
  },
  es: {
    three_one: '{{count}} triple',
    three_other: '{{count}} triples',
    basket_one: '{{count}} canasta',
    basket_other: '{{count}} canastas',
    block_one: '{{count}} tapón',
    block_other: '{{count}} tapones',
    steal_one: '{{count}} robo',
    steal_other: '{{count}} robos',
    assist_one: '{{count}} asistencia',
    assist_other: '{{count}} asistencias',
    rebound_one: '{{count}} rebote',
    rebound_other: '{{count}} rebotes',
    nothing: 'no jugó',
  },
})
