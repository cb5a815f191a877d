/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectApp } from './collect-app'
import { definePage, type Page } from './define-page'
import { overlap, parameterOf } from './pattern'

const both = (text: string) => ({ en: text, es: text })

const Nothing = () => null
const Ours = () => null

const page = (path: string, change: Partial<Page> = {}) => ({
  page: definePage({ path, look: 'football', title: both(path), description: both(path), Main: Nothing, ...change }),
})

const post = (path: string) => page(path, { item: 'posts', data: ['PostsMedium'] })

const VECTORS = new URL('../../../../plugins/editions/release/testdata/patterns.json', import.meta.url)

it('says of two patterns whether they overlap as the gateway does', () => {
  const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as { a: string; b: string; overlap: boolean }[]
  expect(vectors.length).toBeGreaterThanOrEqual(10)
  for (const { a, b, overlap: want } of vectors) {
    expect(overlap(a, b), `${a} and ${b}`).toBe(want)
    expect(overlap(b, a), `${b} and ${a}`).toBe(want)
  }
})

describe('an app is refused', () => {
  it.each([
    [
      'with patterns of which neither is more specific, by the names of both',
      { 'src/pages/a/page.tsx': post('/football/blog/:slug'), 'src/pages/b/page.tsx': post('/football/:slug/rules') },
      'src/pages/b/page.tsx: the pattern /football/:slug/rules matches paths of /football/blog/:slug (src/pages/a/page.tsx)',
    ],
    [
      "with a pattern whose pages are nobody's",
      { 'src/pages/a/page.tsx': page('/football/blog/:slug') },
      'src/pages/a/page.tsx: the path /football/blog/:slug is a pattern: say whose pages they are',
    ],
    [
      'with items that nothing tells apart',
      { 'src/pages/a/page.tsx': post('/football/blog') },
      'src/pages/a/page.tsx: the pages of posts are told apart by :slug, and /football/blog has none',
    ],
    [
      'with a parameter that the item does not have',
      { 'src/pages/a/page.tsx': post('/football/:colour/:slug') },
      'src/pages/a/page.tsx: the parameter :colour is unknown or there twice; posts have slug and year',
    ],
    [
      'with items whose data it does not ask for',
      { 'src/pages/a/page.tsx': page('/football/drops/:id', { item: 'drops', data: ['medianPrice'] }) },
      'src/pages/a/page.tsx: the pages of drops need rowDrops, which is not among data',
    ],
    [
      'with a path that another page has',
      { 'src/pages/a/page.tsx': page('/football'), 'src/pages/b/page.tsx': page('/football') },
      'src/pages/b/page.tsx: the path /football is that of src/pages/a/page.tsx',
    ],
    [
      'with a path of another edition',
      { 'src/pages/a/page.tsx': page('/football'), 'src/pages/b/page.tsx': page('/faq') },
      'src/pages/b/page.tsx: the path /faq is not one of football, which has /football and what is below it',
    ],
    [
      'with a page that is none',
      { 'src/pages/a/page.tsx': { route: page('/football').page } },
      'src/pages/a/page.tsx: it exports no page; write export const page = definePage',
    ],
    [
      'without the pages that editions have alike',
      { 'src/edition.tsx': { partials: {}, Picture: Nothing }, 'src/pages/a/page.tsx': page('/football') },
      'src/edition.tsx: it exports no pages, which a file of its name is for',
    ],
    [
      'with markup of lists by another name',
      { 'src/partials.tsx': { lists: {} }, 'src/pages/a/page.tsx': page('/football') },
      'src/partials.tsx: it exports no partials',
    ],
  ])('%s', (_, modules, told) => {
    expect(() => collectApp('football', modules)).toThrow(told)
  })
})

it('takes a pattern beside a fixed path and a narrower pattern', () => {
  const modules = {
    'src/pages/a/page.tsx': post('/football/:year/:slug'),
    'src/pages/b/page.tsx': post('/football/blog/:slug'),
    'src/pages/c/page.tsx': page('/football/blog/rules'),
  }
  expect(collectApp('football', modules).pages).toHaveLength(3)
})

describe('what an edition has like all others', () => {
  const standard = (...paths: string[]) => ({
    pages: paths.map((path) => page(path).page),
    partials: { posts: { post: () => <p>the standard post</p> }, drops: { live: () => <p>the standard drop</p> } },
    Picture: Nothing,
  })

  it('is its pages, the markup of its lists and its pictures', () => {
    const app = collectApp('football', {
      'src/edition.tsx': standard('/football', '/football/blog'),
      'src/pages/faq/page.tsx': page('/football/faq'),
    })
    expect(app.pages.map(({ path }) => path)).toEqual(['/football', '/football/blog', '/football/faq'])
    expect(Object.keys(app.partials)).toEqual(['posts', 'drops'])
    expect(app.Picture).toBe(Nothing)
  })

  it("gives way to the app's own page at the path, list and picture", () => {
    const own = page('/football/blog', { description: both('ours') })
    const posts = { post: () => <p>our post</p> }
    const app = collectApp('football', {
      'src/edition.tsx': standard('/football', '/football/blog'),
      'src/pages/posts/page.tsx': own,
      'src/partials.tsx': { partials: { posts } },
      'src/picture.tsx': { Picture: Ours },
    })
    expect(app.pages.map(({ path, description }) => [path, description.en])).toEqual([
      ['/football', '/football'],
      ['/football/blog', 'ours'],
    ])
    expect(app.partials.posts).toBe(posts)
    expect(Object.keys(app.partials.drops ?? {})).toEqual(['live'])
    expect(app.Picture).toBe(Ours)
  })

  it('is refused as pages of its own are', () => {
    const modules = {
      'src/edition.tsx': standard('/football', '/basketball'),
      'src/pages/blog/page.tsx': page('/football/blog'),
    }
    expect(() => collectApp('football', modules)).toThrow(
      'src/edition.tsx: the path /basketball is not one of football, which has /football and what is below it',
    )
  })
})

it("reads a path's parameters by the route", () => {
  expect(parameterOf('/football/:year/:slug', '/football/2026/draw', 'slug')).toBe('draw')
  expect(parameterOf('/football/:year/:slug', '/football/:year/:slug', 'year')).toBe(':year')
  expect(() => parameterOf('/football', '/football', 'slug')).toThrow('the route /football has none of this name')
})
