import { describe, expect, it } from 'vitest'
import { readDrop } from '../rows/drop'
import { readClaim } from '../rows/rows'
import { claimRow, dropRow } from '../testing/rows'
import { countedOf, limitLeft } from './refusal'

const SECOND = 1_701_093_600
const NOW = SECOND * 1000
const drop = (limit: number, cooldown = 0) =>
  readDrop(dropRow({ account_limit: limit, account_limit_cooldown: cooldown }))
/** A claim some seconds ago. */
const claim = (amount: number, ago: number, changes: object = {}) =>
  readClaim(claimRow({ amount, created_at: SECOND - ago, ...changes }))

describe('countedOf', () => {
  it.each([
    ['nothing bought', drop(5), [], 0n],
    ['purchases add up', drop(5), [claim(2, 900), claim(1, 10)], 3n],
    ['of this drop only', drop(5), [claim(2, 900, { drop_id: 7 })], 0n],
    ['gifts and prizes do not count', drop(5), [claim(2, 900, { reason: 'gift' })], 0n],
    ['a limit without a cooldown never counts anew', drop(5), [claim(2, 10_000_000)], 2n],
    ['within the cooldown', drop(5, 60), [claim(2, 59)], 2n],
    ['at the end of the cooldown', drop(5, 60), [claim(2, 60)], 0n],
    ['each purchase begins the cooldown anew', drop(5, 60), [claim(2, 100), claim(1, 50)], 3n],
    ['what came before a pause is over', drop(5, 60), [claim(4, 200), claim(1, 50)], 1n],
    ['rows stand in any order', drop(5, 60), [claim(1, 50), claim(4, 200)], 1n],
  ])('%s', (_, of, claims, counted) => {
    expect(countedOf(of, claims, NOW)).toBe(counted)
  })
})

describe('limitLeft', () => {
  it.each([
    ['without a limit', drop(0), [claim(4, 10)], null],
    ['nothing bought', drop(5), [], 5n],
    ['some bought', drop(5), [claim(3, 10)], 2n],
    ['all bought', drop(5), [claim(5, 10)], 0n],
    ['more bought than a limit that was lowered', drop(5), [claim(9, 10)], 0n],
  ])('%s', (_, of, claims, left) => {
    expect(limitLeft(of, claims, NOW)).toBe(left)
  })
})
