import type { NavEntry } from '@fieldhouse/contract'
import { describe, expect, it } from 'vitest'
import { beginning, currentOf, entryName, flatEntries, ownEntries } from './entries'
import { NAVIGATION } from './testing/navigation'

describe('the flat list of wide screens', () => {
  it("is the first group's items and the 2nd and 3rd top entries that have an address", () => {
    expect(flatEntries(NAVIGATION).map(({ nameEN }) => nameEN)).toEqual(['Our System', 'Cards', 'FAQ'])
  })

  it('is empty without navigation', () => {
    expect(flatEntries([])).toEqual([])
  })
})

describe('a header of no edition', () => {
  it('says whose entries begin where, and an edition says nothing', () => {
    const editions = ['/football', '/hockey'].map((link) => ({ nameEN: link, NameSP: link, link }))
    const rules = { nameEN: 'Rules', NameSP: 'Reglas', link: '/hockey/rules' }
    const said = (home: string) => beginning([...NAVIGATION.slice(0, 3), rules, ...NAVIGATION.slice(3)], editions, home)
    expect(said('/default').map((edition) => edition?.link)).toEqual([
      '/football',
      undefined,
      undefined,
      '/hockey',
      undefined,
    ])
    expect(said('/football')).toEqual([])
  })
})

describe("an edition's header", () => {
  const editions = ['/football', '/hockey'].map((link) => ({ nameEN: link, NameSP: link, link }))
  const own = (home: string) => ownEntries(NAVIGATION, editions, home).map(({ nameEN }) => nameEN)

  it('leads to its own pages and to those of no edition, without groups that would be empty', () => {
    expect(own('/hockey')).toEqual(['Shop'])
    expect(own('/football')).toEqual(NAVIGATION.map(({ nameEN }) => nameEN))
    const mixed = { nameEN: 'Both', NameSP: 'Both', link: '', content: [...editions, ...editions] }
    expect(ownEntries([mixed], editions, '/hockey')[0]?.content).toEqual([editions[1], editions[1]])
  })

  it('leads to all pages but the homes above it where there is no edition, and takes no edition for another whose name it begins with', () => {
    expect(own('/default')).toEqual(NAVIGATION.map(({ nameEN }) => nameEN))
    expect(ownEntries([...NAVIGATION, ...editions], editions, '/default')).toEqual(NAVIGATION)
    const longer = { nameEN: '', NameSP: '', link: '/footballs/rules' }
    expect(ownEntries([longer], editions, '/hockey')).toEqual([longer])
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
