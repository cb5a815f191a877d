import type { Drop } from '@fieldhouse/chain-data'
import { describe, expect, it } from 'vitest'
import { bannerOf } from './Strip'

const NOW = 1_000_000

const drop = (changes: Partial<Drop> = {}): Drop =>
  ({ most: 10n, sold: 0n, startsAt: NOW - 1, endsAt: NOW + 1, isHidden: false, ...changes }) as Drop
const soon = (after: number) => drop({ startsAt: NOW + after, endsAt: null })
const over = drop({ startsAt: 0, endsAt: NOW })

describe('the sale banner', () => {
  it.each<[what: string, start: number, drops: Drop[] | null, expected: number | null]>([
    ["counts to the settings' start before it", NOW + 5, null, 5],
    ["counts to the settings' start also while a drop is on sale", NOW + 5, [drop()], 5],
    ['says live from the start on while a drop is on sale', NOW, [over, drop()], 0],
    ["goes by the settings alone when the drops can't be read", NOW, null, 0],
    ['counts to the next drop when none is on sale', NOW, [over, soon(9), soon(7)], 7],
    ['says that there is no sale when none is live and none comes', NOW, [over], null],
    ['does not call live what is sold out', NOW, [drop({ sold: 10n })], null],
    ['does not call live what its operator has paused', NOW, [drop({ paused: { en: 'Back soon.' } })], null],
    ['counts to the next drop while another is paused', NOW, [drop({ paused: { en: 'Back soon.' } }), soon(7)], 7],
    ['says live while one of two is paused', NOW, [drop({ paused: { en: 'Back soon.' } }), drop()], 0],
    [
      'does not call live what is hidden, nor counts to it',
      NOW,
      [drop({ isHidden: true }), { ...soon(7), isHidden: true }],
      null,
    ],
    ['has no sale on an empty chain', NOW, [], null],
  ])('%s', (_, start, drops, expected) => {
    expect(bannerOf(start, drops, NOW)).toBe(expected)
  })
})
