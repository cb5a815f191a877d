import { expect, it } from 'vitest'
import { claimedOf, openClaims, readClaim } from '../rows/rows'
import { claimRow } from '../testing/rows'

const NOW = 1_701_100_000_000
const claim = (changes: Record<string, unknown>) => readClaim(claimRow(changes))

it.each([
  ['without an end', { claimed: 0 }, 1],
  ['that was collected', { claimed: 1 }, 0],
  ['that is over', { claimed: 0, expires_at: NOW / 1000 }, 0],
  ['in its last second', { claimed: 0, expires_at: NOW / 1000 + 1 }, 1],
])('a claim %s counts %s as open', (_, changes, count) => {
  expect(openClaims([claim(changes)], NOW)).toHaveLength(count)
})

it('counts what was bought and collected of a drop, not what waits', () => {
  const claims = [
    claim({ amount: 2 }),
    claim({ amount: '4294967296' }),
    claim({ amount: 8, claimed: 0 }),
    claim({ amount: 16, drop_id: 2 }),
  ]
  expect([claimedOf(claims, '1'), claimedOf(claims, '2'), claimedOf(claims, '3')]).toEqual([4294967298n, 16n, 0n])
})
