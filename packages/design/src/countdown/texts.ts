import { defineTexts } from '@fieldhouse/i18n'
/** Words of the countdown, by unit: letter beside the digits, and the plural forms that are read out. */
export const countdownTexts = defineTexts({
  en: {
    ended: 'Grab your pack now!',
    days: { short: 'd', long_one: '{{count}} day', long_other: '{{count}} days' },
    hours: { short: 'h', long_one: '{{count}} hour', long_other: '{{count}} hours' },
    minutes: { short: 'm', long_one: '{{count}} minute', long_other: '{{count}} minutes' },
    seconds: { short: 's', long_one: '{{count}} second', long_other: '{{count}} seconds' },
  },
  es: {
    ended: '¡Llévate tu sobre ya!',
    days: { short: 'd', long_one: '{{count}} día', long_many: '{{count}} días', long_other: '{{count}} días' },
    hours: { short: 'h', long_one: '{{count}} hora', long_many: '{{count}} horas', long_other: '{{count}} horas' },
    minutes: {
      short: 'm',
      long_one: '{{count}} minuto',
      long_many: '{{count}} minutos',
      long_other: '{{count}} minutos',
    },
    seconds: {
      short: 's',
      long_one: '{{count}} segundo',
      long_many: '{{count}} segundos',
      long_other: '{{count}} segundos',
    },
  },
})
