import type { NavEntry } from '@fieldhouse/contract'
import { describe, expect, it } from 'vitest'
import { currentOf, entryName, flatEntries } from './entries'
import { NAVIGATION } from './testing/navigation'

describe('the flat list of wide screens', () => {
  it("is the first group's items and the 2nd and 3rd top entries that have an address", () => {
    expect(flatEntries(NAVIGATION).map(({ nameEN }) => nameEN)).toEqual(['Our System', 'Cards', 'FAQ'])
  })

  it('is empty without navigation', () => {
    expect(flatEntries([])).toEqual([])
  })
})

describe('current', () => {
  const [learnMore, community] = NAVIGATION as [NavEntry, NavEntry]
  const blog = community.content?.[0] as NavEntry
  const fixed = (path: string) => ({ path, route: path })

  it('is the entry of the page itself, and a group with it', () => {
    expect(currentOf(blog, fixed('/football/blog'))).toBe('page')
    expect(currentOf(learnMore, fixed('/football/cards'))).toBe('true')
    expect(currentOf(learnMore, fixed('/football/faq'))).toBeUndefined()
  })

  it("is the list's entry on the page of an item, and a group with it", () => {
    const post = { path: '/football/blog/week-one', route: '/football/blog/:slug' }
    expect(currentOf(blog, post)).toBe('true')
    expect(currentOf(community, post)).toBe('true')
    expect(currentOf(learnMore, post)).toBeUndefined()
  })

  it('is none where no page is, nor on a page whose address only begins like it', () => {
    expect(currentOf(blog, { path: '/football/blog/made-up', route: null })).toBeUndefined()
    expect(currentOf(blog, fixed('/football/blog/rules'))).toBeUndefined()
    expect(currentOf(blog, { path: '/football/blogs/one', route: '/football/blogs/:slug' })).toBeUndefined()
  })
})

it('an entry is called by its name in the language of the page', () => {
  expect(entryName(NAVIGATION[2] as NavEntry, 'en')).toBe('FAQ')
  expect(entryName(NAVIGATION[2] as NavEntry, 'es')).toBe('FAQ (SP)')
})
