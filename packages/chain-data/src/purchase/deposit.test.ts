import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDrop } from '../rows/drop'
import { readPartner } from '../rows/rows'
import { fixture, hasFixtures } from '../testing/fixtures'
import { dropRow } from '../testing/rows'
import { depositOf, type Facts, isPartnerOpen } from './refusal'

const NOW = 1_701_093_600_000
const drop = readDrop(dropRow())
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
const facts: Facts = { drop, median: 598n, partner: null, balance: null, claims: null, now: NOW }

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

describe('depositOf', () => {
  it.each([
    ['one pack, rounded up', {}, 1n, 167_05685619n],
    ['the quantity multiplies before rounding', {}, 3n, 501_17056857n],
    ['the discount is taken off before rounding', { partner: partner() }, 1n, 162_88043479n],
    ['the discount of several packs', { partner: partner() }, 3n, 488_64130435n],
    ['a code that does not count lowers nothing', { partner: partner({ endsAt: NOW }) }, 1n, 167_05685619n],
    ['nothing of a quantity that is none', {}, 0n, null],
    ['nothing of one below that', {}, -1n, null],
    ['nothing of a drop without a price', { drop: { ...drop, listing: null } }, 1n, null],
    ['nothing while the oracle has no price', { median: null }, 1n, null],
  ])('%s', (_, changes, quantity, deposit) => {
    expect(depositOf({ ...facts, ...changes }, quantity)).toBe(deposit)
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
        const listing = { token: 'USD' as const, units, decimals: 2 }
        const priced = { ...facts, drop: { ...drop, listing }, median, partner: partner({ discountBps }) }
        const of = (quantity: bigint) => depositOf(priced, quantity) as bigint
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
})

it.skipIf(!hasFixtures)('takes the example partner, who gives no discount (skipped without ../shared/fixtures)', () => {
  const [row] = Object(fixture('synthetic_game.partners.json')).rows
  expect(depositOf({ ...facts, partner: readPartner(row) }, 1n)).toBe(167_05685619n)
})
