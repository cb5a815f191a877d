import { describe, expect, it } from 'vitest'
import { readClaim } from '../rows/claims'
import { readDrop } from '../rows/drop'
import { readPartner } from '../rows/tables'
import { claimRow, dropRow, partnerRow } from '../testing/rows'
import { countedOf, depositOf, type Facts, isPartnerOpen, limitLeft, mostOf, refusalOf } from './refusal'

const SECOND = 1_701_093_700
const NOW = SECOND * 1000
const drop = (changes: Record<string, unknown> = {}) => readDrop(dropRow(changes))
/** A claim some seconds ago. */
const claim = (changes: object = {}, ago = 10) => readClaim(claimRow({ created_at: SECOND - ago, ...changes }))
const partner = (changes: Record<string, unknown> = {}) => readPartner(partnerRow(changes))
const facts = (changes: Partial<Facts> = {}): Facts => ({
  drop: drop(),
  median: 598n,
  partner: null,
  balance: 1000_00000000n,
  claims: [],
  now: NOW,
  ...changes,
})

it.each([
  ['without times', {}, true],
  ['that is not active', { isActive: false }, false],
  ['at its start', { startsAt: NOW }, true],
  ['before its start', { startsAt: NOW + 1 }, false],
  ['in its last millisecond', { endsAt: NOW + 1 }, true],
  ['at its end', { endsAt: NOW }, false],
])('a partner %s: %o', (_, changes, isOpen) => {
  expect(isPartnerOpen({ ...partner(), ...changes }, NOW)).toBe(isOpen)
})

describe('depositOf', () => {
  // 9.99 USD at 0.0598 USD for one WAX is 167.056856187...
  it.each([
    ['packs', {}, 3n, 501_17056857n],
    ['packs at a discount', { partner: partner() }, 3n, 488_64130435n],
    ['a code that does not count now', { partner: partner({ active: 0 }) }, 1n, 167_05685619n],
    ['no quantity', {}, 0n, null],
    ['one below that', {}, -1n, null],
    ['no median', { median: null }, 1n, null],
    ['a price in WAX', { drop: drop({ listing_price: '5.00000000 WAX' }), median: null }, 3n, 15_00000000n],
    ['nothing', { drop: drop({ listing_price: '0.00000000 WAX' }), median: null }, 2n, 0n],
    ['a price in another token', { drop: drop({ listing_price: '5.0000 TLM' }) }, 1n, null],
    ['what is settled in another token', { drop: drop({ settlement_symbol: '4,TLM' }) }, 1n, null],
  ])('%s', (_, changes, quantity, deposit) => {
    expect(depositOf(facts(changes), quantity)).toBe(deposit)
  })
})

describe('mostOf', () => {
  it.each([
    ['what the contract takes at once', { account_limit: 0, max_claimable: 0 }, [], 100n],
    ['what is left', { account_limit: 0, current_claimed: 4993 }, [], 7n],
    ['nothing left', { current_claimed: 5000 }, [], 0n],
    ['what the account may buy', {}, [], 10n],
    ['what the account may still buy', {}, [claim({ amount: 4 })], 6n],
    ['the least of all', { current_claimed: 4998 }, [claim({ amount: 4 })], 2n],
    ['a limit of an account that is not known yet', {}, null, 100n],
  ])('%s', (_, changes, claims, most) => {
    expect(mostOf(facts({ drop: drop(changes), claims }))).toBe(most)
  })
})

describe('refusalOf', () => {
  it.each([
    ['nothing against it', {}, null],
    ['what is not known is not looked at', { balance: null, claims: null }, null],
    ['a hidden drop', { drop: drop({ is_hidden: 1 }) }, { reason: 'gone' }],
    [
      'before the start',
      { drop: drop({ start_time: SECOND + 60 }) },
      { reason: 'not-started', startsAt: (SECOND + 60) * 1000 },
    ],
    ['in the second of the start', { drop: drop({ start_time: SECOND }) }, null],
    ['in the second of the end', { drop: drop({ end_time: SECOND }) }, { reason: 'ended' }],
    ['sold out', { drop: drop({ current_claimed: 5000 }) }, { reason: 'sold-out' }],
    ['one left of two wanted', { drop: drop({ current_claimed: 4999 }) }, { reason: 'left', left: 1n }],
    ['not invited', { drop: drop({ auth_required: 1 }) }, { reason: 'invitation' }],
    [
      'invited by a claim that was collected',
      { drop: drop({ auth_required: 1 }), claims: [claim({ reason: 'gift' })] },
      { reason: 'invitation' },
    ],
    [
      'invited by an open claim',
      { drop: drop({ auth_required: 1 }), claims: [claim({ reason: 'gift', claimed: 0 })] },
      null,
    ],
    [
      'maybe invited by one of the claims that no read has room for',
      { drop: drop({ auth_required: 1 }), claims: Object.assign([claim()], { isCut: true }) },
      null,
    ],
    ['one of the limit left', { claims: [claim({ amount: 9 })] }, { reason: 'limit', limit: 10n, left: 1n }],
    ['a code that is over', { partner: partner({ ends_at: SECOND }) }, { reason: 'partner', code: 'hailmary' }],
    ['no median', { median: null }, { reason: 'unpriced' }],
    ['the very balance', { balance: 334_11371238n }, null],
    ['one unit short', { balance: 334_11371237n }, { reason: 'balance', missing: 1n }],
    ['an empty account', { balance: 0n }, { reason: 'balance', missing: 334_11371238n }],
  ])('%s', (_, changes, refusal) => {
    expect(refusalOf(facts(changes), 2n)).toEqual(refusal)
  })

  it.each([0n, -1n, 101n])('a quantity of %s', (quantity) => {
    expect(refusalOf(facts(), quantity)).toEqual({ reason: 'quantity', most: 100n })
  })

  it('says first what the contract would say first', () => {
    const all = { start_time: SECOND + 60, current_claimed: 5000, auth_required: 1 }
    expect(refusalOf(facts({ drop: drop(all), balance: 0n }), 2n)).toMatchObject({ reason: 'sold-out' })
    const later = { ...all, current_claimed: 0 }
    expect(refusalOf(facts({ drop: drop(later), balance: 0n }), 2n)).toMatchObject({ reason: 'not-started' })
    expect(refusalOf(facts({ drop: drop({ auth_required: 1 }), balance: 0n }), 2n)).toMatchObject({
      reason: 'invitation',
    })
  })
})

describe('countedOf', () => {
  it.each([
    ['nothing bought', drop({ account_limit: 5 }), [], 0n],
    ['purchases add up', drop({ account_limit: 5 }), [claim({ amount: 2 }, 900), claim({ amount: 1 }, 10)], 3n],
    ['of this drop only', drop({ account_limit: 5 }), [claim({ amount: 2, drop_id: 7 }, 900)], 0n],
    ['gifts and prizes do not count', drop({ account_limit: 5 }), [claim({ amount: 2, reason: 'gift' }, 900)], 0n],
    [
      'a limit without a cooldown never counts anew',
      drop({ account_limit: 5 }),
      [claim({ amount: 2 }, 10_000_000)],
      2n,
    ],
    ['within the cooldown', drop({ account_limit: 5, account_limit_cooldown: 60 }), [claim({ amount: 2 }, 59)], 2n],
    [
      'at the end of the cooldown',
      drop({ account_limit: 5, account_limit_cooldown: 60 }),
      [claim({ amount: 2 }, 60)],
      0n,
    ],
    [
      'each purchase begins the cooldown anew',
      drop({ account_limit: 5, account_limit_cooldown: 60 }),
      [claim({ amount: 2 }, 100), claim({ amount: 1 }, 50)],
      3n,
    ],
    [
      'what came before a pause is over',
      drop({ account_limit: 5, account_limit_cooldown: 60 }),
      [claim({ amount: 4 }, 200), claim({ amount: 1 }, 50)],
      1n,
    ],
    [
      'rows stand in any order',
      drop({ account_limit: 5, account_limit_cooldown: 60 }),
      [claim({ amount: 1 }, 50), claim({ amount: 4 }, 200)],
      1n,
    ],
  ])('%s', (_, of, claims, counted) => {
    expect(countedOf(of, claims, NOW)).toBe(counted)
  })
})

describe('limitLeft', () => {
  it.each([
    ['without a limit', drop({ account_limit: 0 }), [claim({ amount: 4 }, 10)], null],
    ['nothing bought', drop({ account_limit: 5 }), [], 5n],
    ['some bought', drop({ account_limit: 5 }), [claim({ amount: 3 }, 10)], 2n],
    ['all bought', drop({ account_limit: 5 }), [claim({ amount: 5 }, 10)], 0n],
    ['more bought than a limit that was lowered', drop({ account_limit: 5 }), [claim({ amount: 9 }, 10)], 0n],
  ])('%s', (_, of, claims, left) => {
    expect(limitLeft(of, claims, NOW)).toBe(left)
  })
})
