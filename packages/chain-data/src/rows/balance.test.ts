import { expect, it } from 'vitest'
import { fixture, hasFixtures } from '../testing/fixtures'
import { readBalance } from './rows'

it.each([
  ['no row', [], 0n],
  ['a row', [{ balance: '12.34560000 WAX' }], 1234560000n],
  ['more than a double holds', [{ balance: '46116860184.27387903 WAX' }], 4611686018427387903n],
  ['other tokens of the contract', [{ balance: '9.0000 EOS' }, { balance: '0.00000001 WAX' }], 1n],
  ['only other tokens', [{ balance: '9.0000 EOS' }, { balance: '9.00000000 XWAX' }], 0n],
  ['rows that cannot be read', ['0011', null, {}, { balance: 7 }, { balance: '1.00000000 WAX' }], 100000000n],
])('is exact in 10^-8 WAX with %s', (_, rows, balance) => {
  expect(readBalance(rows)).toBe(balance)
})

it.each(['12.3456 WAX', '12 WAX', '-1.00000000 WAX', '1e3.00000000 WAX', '46116860184.27387904 WAX', ' WAX'])(
  'refuses %j rather than guessing',
  (balance) => {
    expect(() => readBalance([{ balance }])).toThrow(balance)
  },
)

it.skipIf(!hasFixtures)('reads the example answers (skipped without ../shared/fixtures)', () => {
  const rowsIn = (name: string) => Object(fixture(name)).rows
  expect(readBalance(rowsIn('synthetic_eosio.token.accounts.json'))).toBe(1234560000n)
  expect(readBalance(rowsIn('synthetic_eosio.token.accounts.empty.json'))).toBe(0n)
})
