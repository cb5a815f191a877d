import { defineTexts } from '@fieldhouse/i18n'

export const csvTexts = defineTexts({
  en: {
    file: 'fieldhouse-history',
    when: 'Time (UTC)',
    kind: 'Kind',
    bought: 'bought',
    collected: 'collected',
    opened: 'opened',
    what: 'What',
    count: 'Packs',
    wax: 'WAX',
    dollars: 'US dollars in that hour',
    transaction: 'Transaction',
  },
  es: {
    file: 'fieldhouse-historial',
    when: 'Hora (UTC)',
    kind: 'Tipo',
    bought: 'comprado',
    collected: 'recogido',
    opened: 'abierto',
    what: 'Qué',
    count: 'Sobres',
    wax: 'WAX',
    dollars: 'Dólares en esa hora',
    transaction: 'Transacción',
  },
})
