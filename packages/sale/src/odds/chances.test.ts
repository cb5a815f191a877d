import { formatPercent } from '@fieldhouse/i18n/decimals'
import { describe, expect, it } from 'vitest'
import { cardsForOne, oddsOf } from './chances'

const printed = { common: 5200, uncommon: 3000, rare: 1400, epic: 330, legendary: 70 }

it('reads the odds of a row by tier', () => {
  expect(oddsOf({ odds: printed })).toEqual({ 1: 5200, 2: 3000, 3: 1400, 4: 330, 5: 70 })
})

describe('makes no table of odds that are not whole:', () => {
  it.each([
    ['none', {}],
    ['a tier that is missing', { common: 7000, uncommon: 3000 }],
    ['a name that is no tier', { ...printed, mythic: 1 }],
    ['another tier in the place of one', { ...printed, common: undefined, mythic: 5200 }],
    ['a sum below certain', { ...printed, common: 5100 }],
    ['less than nothing', { ...printed, common: -100, uncommon: 8300 }],
  ])('%s', (_, odds) => {
    expect(oddsOf({ odds: odds as Record<string, number> })).toBeNull()
  })
})

it.each([
  [330, '3.3%', '3,3\u00a0%', '30', '30'],
  [70, '0.7%', '0,7\u00a0%', '143', '143'],
  [5200, '52%', '52\u00a0%', '1.9', '1,9'],
  [10_000, '100%', '100\u00a0%', '1', '1'],
  [1010, '10.1%', '10,1\u00a0%', '9.9', '9,9'],
  [0, '0%', '0\u00a0%', '—', '—'],
  [1, '0.01%', '0,01\u00a0%', '10,000', '10.000'],
])('says %i basis points as %s, in Spanish %s', (bps, en, es, cards, cartas) => {
  expect([formatPercent(bps / 100, 'en'), formatPercent(bps / 100, 'es')]).toEqual([en, es])
  expect([cardsForOne(bps, 'en'), cardsForOne(bps, 'es')]).toEqual([cards, cartas])
})
