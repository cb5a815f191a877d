import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPartner } from '../rows/partner'
import { fixture, hasFixtures } from '../testing/fixtures'
import { depositFor, isPartnerOpen } from './deposit'

const NOW = 1_701_093_600_000
const drop = { id: '1', listing: { token: 'USD' as const, units: 999n, decimals: 2 } }
const partner = (changes: object = {}) => ({
  code: 'hailmary',
  account: 'partneracc11',
  label: 'Hail Mary Podcast',
  shareBps: 500,
  discountBps: 250,
  uses: 0n,
  isActive: true,
  startsAt: null,
  endsAt: null,
  ...changes,
})
const purchase = { drop, median: 598n, quantity: 1n, partner: null, now: NOW }

describe('isPartnerOpen', () => {
  it.each([
    ['without times', {}, true],
    ['that is not active', { isActive: false }, false],
    ['at its start', { startsAt: NOW }, true],
    ['before its start', { startsAt: NOW + 1 }, false],
    ['in its last millisecond', { endsAt: NOW + 1 }, true],
    ['at its end', { endsAt: NOW }, false],
  ])('one %s: %o', (_, changes, isOpen) => {
    expect(isPartnerOpen(partner(changes), NOW)).toBe(isOpen)
  })
})

describe('depositFor', () => {
  it.each([
    ['one pack, rounded up', {}, 167_05685619n],
    ['the quantity multiplies before rounding', { quantity: 3n }, 501_17056857n],
    ['the discount is taken off before rounding', { partner: partner() }, 162_88043479n],
    ['the discount of several packs', { partner: partner(), quantity: 3n }, 488_64130435n],
    ['a code that does not count lowers nothing', { partner: partner({ endsAt: NOW }) }, 167_05685619n],
  ])('%s', (_, changes, deposit) => {
    expect(depositFor({ ...purchase, ...changes })).toBe(deposit)
  })

  it('rounds once: several packs never cost more than each alone, nor less than the exact price', () => {
    const cases = fc.record({
      units: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      median: fc.bigInt({ min: 1n, max: 10n ** 7n }),
      quantity: fc.bigInt({ min: 1n, max: 1000n }),
      discountBps: fc.integer({ min: 0, max: 10_000 }),
    })
    fc.assert(
      fc.property(cases, ({ units, median, quantity, discountBps }) => {
        const of = (quantity: bigint) =>
          depositFor({
            ...purchase,
            drop: { id: '1', listing: { token: 'USD' as const, units, decimals: 2 } },
            median,
            quantity,
            partner: partner({ discountBps }),
          })
        // units / 100 dollars each, less the discount, / (median / 10^4), in 10^-8.
        const numerator = units * quantity * BigInt(10_000 - discountBps) * 10n ** 12n
        const denominator = 100n * 10_000n * median
        const deposit = of(quantity)
        expect(deposit * denominator >= numerator).toBe(true)
        expect(deposit === 0n || (deposit - 1n) * denominator < numerator).toBe(true)
        expect(deposit <= of(1n) * quantity).toBe(true)
      }),
    )
  })

  it.each([0n, -1n])('refuses a quantity of %s', (quantity) => {
    expect(() => depositFor({ ...purchase, quantity })).toThrow(`quantity ${quantity}`)
  })

  it('refuses a drop without a price in US dollars', () => {
    expect(() => depositFor({ ...purchase, drop: { id: '7', listing: null } })).toThrow('the drop 7 has no price')
  })
})

it.skipIf(!hasFixtures)('takes the example partner, who gives no discount (skipped without ../shared/fixtures)', () => {
  const [row] = Object(fixture('synthetic_game.partners.json')).rows
  expect(depositFor({ ...purchase, partner: readPartner(row) })).toBe(167_05685619n)
})
