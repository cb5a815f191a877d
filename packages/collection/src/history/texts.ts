import { defineTexts } from '@fieldhouse/i18n'

export const texts = defineTexts({
  en: {
    title: 'What you bought',
    when: 'When',
    unknown: 'not known',
    what: 'What',
    paid: 'Paid',
    transaction: 'Transaction',
    packs_one: '{{count}} pack, {{name}}',
    packs_other: '{{count}} packs, {{name}}',
    drop: 'Drop {{id}}',
    nothing: 'nothing',
    all_one: 'Show all {{count}}',
    all_other: 'Show all {{count}}',
  },
  es: {
    title: 'Lo que compraste',
    when: 'Cuándo',
    unknown: 'no se sabe',
    what: 'Qué',
    paid: 'Pagado',
    transaction: 'Transacción',
    packs_one: '{{count}} sobre, {{name}}',
    packs_many: '{{count}} sobres, {{name}}',
    packs_other: '{{count}} sobres, {{name}}',
    drop: 'Venta {{id}}',
    nothing: 'nada',
    all_one: 'Ver los {{count}}',
    all_many: 'Ver los {{count}}',
    all_other: 'Ver los {{count}}',
  },
})
