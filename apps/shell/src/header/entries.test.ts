import type { NavEntry } from '@fieldhouse/contract'
import { describe, expect, it } from 'vitest'
import { entryName, flatEntries, isCurrent } from './entries'
import { NAVIGATION } from './testing/navigation'

describe('the flat list of wide screens', () => {
  it("is the first group's items and the 2nd and 3rd top entries that have an address", () => {
    expect(flatEntries(NAVIGATION).map(({ nameEN }) => nameEN)).toEqual(['Our System', 'Cards', 'FAQ'])
  })

  it('is empty without navigation', () => {
    expect(flatEntries([])).toEqual([])
  })
})

it('a group is current when one of its entries is', () => {
  expect(isCurrent(NAVIGATION[0] as NavEntry, '/football/cards')).toBe(true)
  expect(isCurrent(NAVIGATION[0] as NavEntry, '/football/faq')).toBe(false)
})

it('an entry is called by its name in the language of the page', () => {
  expect(entryName(NAVIGATION[2] as NavEntry, 'en')).toBe('FAQ')
  expect(entryName(NAVIGATION[2] as NavEntry, 'es')).toBe('FAQ (SP)')
})
