import { expect, it } from 'vitest'
import { fixture, hasFixtures } from '../testing/fixtures'
import { claimRow } from '../testing/rows'
import { readClaim } from './rows'
import { readRows } from './values'

it('reads a purchase', () => {
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
  })
})

it('takes a claim without a transaction', () => {
  expect(readClaim(claimRow({ trx_id: undefined, claimed: 0 }))).toMatchObject({ transactionId: '', isClaimed: false })
})

it.each(['claim_id', 'drop_id', 'claimer', 'amount', 'claimed', 'reason', 'partner_code', 'paid', 'created_at'])(
  'leaves out one without %s',
  (field) => {
    expect(readRows([claimRow({ [field]: undefined }), claimRow()], readClaim)).toHaveLength(1)
  },
)

it.skipIf(!hasFixtures)('reads the example answer (skipped without ../shared/fixtures)', () => {
  const { rows } = Object(fixture('synthetic_game.claims.json'))
  expect(readRows(rows, readClaim)).toMatchObject([{ id: '4294967301', amount: 2n, isClaimed: false }])
})
