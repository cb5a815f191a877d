import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths, parseWax, waxForListing, writeWax } from './price'
import { readDrop } from './rows/drop'
import { dropRow } from './testing/rows'

const dollars = (cents: bigint) => ({ token: 'USD' as const, units: cents, decimals: 2 })

describe('waxForListing', () => {
  /** What the development chain's contract is tested with too. */
  const deposits: {
    what: string
    listing: string
    amount: number
    median: string
    discount: number
    deposit: string
  }[] = JSON.parse(
    readFileSync(new URL('../../../devchain/chain/contract/game/testdata/deposits.json', import.meta.url), 'utf8'),
  )

  it.each(deposits)('$what: $amount at $listing', ({ listing, amount, median, discount, deposit }) => {
    const read = readDrop(dropRow({ listing_price: listing })).listing
    expect(read && waxForListing(read, BigInt(median), discount, BigInt(amount))).toBe(parseWax(deposit))
  })

  const prices = {
    units: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    decimals: fc.integer({ min: 0, max: 8 }),
    median: fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
    discount: fc.integer({ min: 0, max: 10_000 }),
    quantity: fc.bigInt({ min: 1n, max: 1000n }),
  }

  it('is the least amount that is not below the exact price', () => {
    fc.assert(
      fc.property(fc.record(prices), ({ units, decimals, median, discount, quantity }) => {
        const wax = waxForListing({ token: 'USD' as const, units, decimals }, median, discount, quantity)
        // The exact price as a fraction: units / 10^decimals dollars, less the discount, / (median / 10^4), in 10^-8.
        const numerator = units * quantity * BigInt(10_000 - discount) * 10n ** 12n
        const denominator = 10n ** BigInt(decimals) * 10_000n * median
        expect(wax * denominator >= numerator).toBe(true)
        expect(wax === 0n || (wax - 1n) * denominator < numerator).toBe(true)
      }),
    )
  })

  it('is never below what a contract computes in double and truncates, and at most one unit above', () => {
    const cents = fc.bigInt({ min: 1n, max: 100_000n })
    const median = fc.bigInt({ min: 10n, max: 100_000n })
    fc.assert(
      fc.property(cents, median, (units, at) => {
        const contract = BigInt(Math.trunc((Number(units) / Number(at)) * 10 ** 10))
        const wax = waxForListing(dollars(units), at)
        expect(wax >= contract && wax - contract <= 1n).toBe(true)
      }),
    )
  })

  it.each([0n, -1n])('refuses the median %s', (median) => {
    expect(() => waxForListing(dollars(1n), median)).toThrow(`median ${median}`)
  })

  it.each([-1, 10_001, 0.5, Number.NaN])('refuses a discount of %s', (discount) => {
    expect(() => waxForListing(dollars(1n), 200n, discount)).toThrow(`${discount} basis points`)
  })
})

describe('hundredths', () => {
  it.each([
    [{ token: 'USD' as const, units: 2499n, decimals: 2 }, 2499n],
    [{ token: 'USD' as const, units: 25n, decimals: 0 }, 2500n],
    [{ token: 'USD' as const, units: 24_9900n, decimals: 4 }, 2499n],
    [{ token: 'USD' as const, units: 24_9901n, decimals: 4 }, 2500n],
  ])('of %o', (listing, cents) => {
    expect(hundredths(listing)).toBe(cents)
  })
})

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
