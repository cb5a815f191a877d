import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseWax, writeWax } from '../price'

it.each([
  [0n, '0.00000000 WAX'],
  [1n, '0.00000001 WAX'],
  [500_00000000n, '500.00000000 WAX'],
  [2n ** 62n - 1n, '46116860184.27387903 WAX'],
])('writes %s as %s', (amount, written) => {
  expect(writeWax(amount)).toBe(written)
})

it('reads what it writes', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 62n - 1n }), (amount) => {
      expect(parseWax(writeWax(amount))).toBe(amount)
    }),
  )
})

it.each([-1n, 2n ** 62n])('refuses to write %s', (amount) => {
  expect(() => writeWax(amount)).toThrow(`${amount}`)
})

it.each(['', '1 WAX', '1.0 WAX', '1.00000000', '1.00000000 EOS', '1,0.00000000 WAX', '999999999999.00000000 WAX'])(
  'refuses to read %j',
  (written) => {
    expect(() => parseWax(written)).toThrow('WAX with 8 decimals')
  },
)
