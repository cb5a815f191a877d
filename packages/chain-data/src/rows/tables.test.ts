import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fixture, hasFixtures } from '../testing/fixtures'
import { claimRow, partnerRow } from '../testing/rows'
import { claimedOf, openClaims, readClaim } from './claims'
import { readBalance, readMedian, readPartner } from './tables'
import { readRows } from './values'

it.each([
  ['no row', [], 0n],
  ['a row', [{ balance: '12.34560000 WAX' }], 1234560000n],
  ['more than a double holds', [{ balance: '46116860184.27387903 WAX' }], 4611686018427387903n],
  ['other tokens of the contract', [{ balance: '9.0000 EOS' }, { balance: '0.00000001 WAX' }], 1n],
  ['only other tokens', [{ balance: '9.0000 EOS' }, { balance: '9.00000000 XWAX' }], 0n],
  ['rows that cannot be read', ['0011', null, {}, { balance: 7 }, { balance: '1.00000000 WAX' }], 100000000n],
])('a balance is exact in 10^-8 WAX with %s', (_, rows, balance) => {
  expect(readBalance(rows)).toBe(balance)
})

it.each(['12.3456 WAX', '12 WAX', '-1.00000000 WAX', '1e3.00000000 WAX', '46116860184.27387904 WAX', ' WAX'])(
  'refuses the balance %j rather than guessing',
  (balance) => {
    expect(() => readBalance([{ balance }])).toThrow(balance)
  },
)

it('reads the claim of a purchase', () => {
  expect(readClaim(claimRow())).toEqual({
    id: '4294967301',
    dropId: '1',
    claimer: 'alice.wam',
    amount: 2n,
    isClaimed: true,
    reason: 'purchase',
    partnerCode: 'hailmary',
    paid: '167.39530000 WAX',
    transactionId: 'ab'.repeat(32),
    createdAt: 1701093655000,
    expiresAt: null,
    claimedAt: 1701093655000,
  })
})

it('takes a claim without a transaction', () => {
  expect(readClaim(claimRow({ trx_id: undefined, claimed: 0 }))).toMatchObject({ transactionId: '', isClaimed: false })
})

it.each([
  ['when it was collected', { reason: 'welcome', claimed_at: 1701097311 }, 1701097311000],
  ['nothing where an older row does not say when it was collected', { reason: 'welcome' }, null],
  ['nothing while it waits', { reason: 'welcome', claimed: 0, claimed_at: 0 }, null],
])('says of a claim %s', (_, changes, claimedAt) => {
  expect(readClaim(claimRow(changes)).claimedAt).toBe(claimedAt)
})

it.each(['claim_id', 'drop_id', 'claimer', 'amount', 'claimed', 'reason', 'partner_code', 'paid', 'created_at'])(
  'leaves out a claim without %s',
  (field) => {
    expect(readRows([claimRow({ [field]: undefined }), claimRow()], readClaim)).toHaveLength(1)
  },
)

const NOW = 1_701_100_000_000
const claimOf = (changes: Record<string, unknown>) => readClaim(claimRow(changes))

it.each([
  ['without an end', { claimed: 0 }, 1],
  ['that was collected', { claimed: 1 }, 0],
  ['that is over', { claimed: 0, expires_at: NOW / 1000 }, 0],
  ['in its last second', { claimed: 0, expires_at: NOW / 1000 + 1 }, 1],
])('a claim %s counts %s as open', (_, changes, count) => {
  expect(openClaims([claimOf(changes)], NOW)).toHaveLength(count)
})

it('counts what was bought and collected of a drop, not what waits', () => {
  const claims = [
    claimOf({ amount: 2 }),
    claimOf({ amount: '4294967296' }),
    claimOf({ amount: 8, claimed: 0 }),
    claimOf({ amount: 16, drop_id: 2 }),
  ]
  expect([claimedOf(claims, '1'), claimedOf(claims, '2'), claimedOf(claims, '3')]).toEqual([4294967298n, 16n, 0n])
})

/** What the gateway is tested with too. */
const rings: { what: string; rows: unknown[]; median: string | null }[] = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/medians.json', import.meta.url), 'utf8'),
)

it.each(rings)('the newest median is $what', ({ rows, median }) => {
  expect(readMedian(rows)).toBe(median === null ? null : BigInt(median))
})

it.skipIf(!hasFixtures)('reads the example ring of 21 rows (skipped without ../shared/fixtures)', () => {
  const { rows } = Object(fixture('synthetic_delphioracle.datapoints.waxpusd.ring21.json'))
  expect(rows).toHaveLength(21)
  const newest = rows.toSorted((a: { timestamp: string }, b: { timestamp: string }) =>
    a.timestamp < b.timestamp ? 1 : -1,
  )
  expect(readMedian(rows)).toBe(BigInt(newest[0].median))
})

it.each(['share_bps', 'discount_bps'])('leaves out a partner whose %s are more than the whole', (field) => {
  expect(readRows([partnerRow({ [field]: 10_001 }), partnerRow({ [field]: 10_000 })], readPartner)).toHaveLength(1)
})

it('reads a partner', () => {
  expect(readPartner(partnerRow({ uses: '4294967296', ends_at: 1701698400 }))).toEqual({
    code: 'hailmary',
    account: 'partneracc11',
    label: 'Hail Mary Podcast',
    shareBps: 500,
    discountBps: 250,
    uses: 4294967296n,
    isActive: true,
    startsAt: null,
    endsAt: 1701698400000,
  })
})

it.each(['code', 'account', 'label', 'share_bps', 'discount_bps', 'uses', 'active', 'starts_at', 'ends_at'])(
  'leaves out a partner without %s',
  (field) => {
    expect(readRows([partnerRow({ [field]: undefined }), partnerRow()], readPartner)).toHaveLength(1)
  },
)
