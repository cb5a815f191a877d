import { expect, it } from 'vitest'
import { csvOf, rowsOf } from './csv'
import type { Deed } from './deeds'

const deed: Deed = {
  id: '1',
  kind: 'bought',
  at: Date.UTC(2026, 10, 24, 15, 2, 31),
  reason: '',
  dropId: '1',
  name: 'Opening Drive',
  count: 2n,
  units: 97_296_500_000n,
  paid: '972.96500000 WAX',
  transactionId: '4f1c',
}

it.each([
  ['a comma', 'Tip-Off, Sunday', '"Tip-Off, Sunday"'],
  ['quotes', 'The "one"', '"The ""one"""'],
  ['a new line', 'one\ntwo', '"one\ntwo"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a plus', '+1', "'+1"],
  ['a minus', '-1', "'-1"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a formula behind a tab', '\t=HYPERLINK("x","y")', `"'\t=HYPERLINK(""x"",""y"")"`],
  ['letters of any kind', 'Sí, 3 €', '"Sí, 3 €"'],
])('writes %s so that it is read as it was', (_, text, written) => {
  expect(csvOf([[text, 'b']])).toBe(`${written},b\r\n`)
})

it('has times in UTC, whole amounts and dollars where they are known', () => {
  const gift: Deed = { ...deed, kind: 'collected', at: null, count: 1n, units: 0n, reason: 'welcome' }
  const [, ...rows] = rowsOf(
    [deed, gift, { ...deed, units: null }],
    'en',
    (_, at) => (at === null ? null : 2501n),
    ({ name }) => `${name}`,
  )
  expect(rows).toEqual([
    ['2026-11-24T15:02:31.000Z', 'bought', 'Opening Drive', '2', '972.96500000', '25.01', '4f1c'],
    ['', 'collected', 'Opening Drive', '1', '0.00000000', '', '4f1c'],
    ['2026-11-24T15:02:31.000Z', 'bought', 'Opening Drive', '2', '', '', '4f1c'],
  ])
})

it('has no money and no transaction where packs were opened', () => {
  const opened: Deed = { ...deed, kind: 'opened', units: null, paid: '', transactionId: '' }
  const kinds = (['en', 'es'] as const).map(
    (language) =>
      rowsOf(
        [opened],
        language,
        () => 1n,
        () => 'Opening Drive',
      )[1],
  )
  expect(kinds).toEqual([
    ['2026-11-24T15:02:31.000Z', 'opened', 'Opening Drive', '2', '', '', ''],
    ['2026-11-24T15:02:31.000Z', 'abierto', 'Opening Drive', '2', '', '', ''],
  ])
})

it('names its columns in the language of the page', () => {
  const [names] = rowsOf([], 'es', () => null, String)
  expect(names).toEqual(['Hora (UTC)', 'Tipo', 'Qué', 'Sobres', 'WAX', 'Dólares en esa hora', 'Transacción'])
})
