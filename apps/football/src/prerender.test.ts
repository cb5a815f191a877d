import { LANGUAGES } from '@fieldhouse/contract'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { beforeAll, expect, it } from 'vitest'
import { openings as english } from './openings.en'
import { openings as spanish } from './openings.es'
import { PAGE_NAMES } from './pages'
import { release } from './prerender'

type Written = Awaited<ReturnType<typeof prerenderRelease>>
let written: Written

/** A text as it is prerendered, with a mark where the product's name goes. */
const marked = (text: string) => text.replaceAll('{{product}}', '@setting/product@')

beforeAll(async () => {
  written = await prerenderRelease(release)
})

it('has every football route of the specification, section 2', () => {
  expect(release.routes.map(({ path }) => path)).toEqual([
    '/football',
    '/football/daily-fantasy',
    '/football/cards',
    '/football/card-rental',
    '/football/tokenomics',
    '/football/team',
    '/football/superbowl',
    '/football/blog',
    '/football/faq',
  ])
})

it('gives each route a heading and, on inner pages, its first paragraph in both languages', () => {
  for (const language of LANGUAGES) {
    const headings = release.routes.map(({ path }) => {
      const fragment = written.routes[path]?.[language] ?? ''
      expect(fragment.match(/<h1/g)).toHaveLength(1)
      return /<h1[^>]*>(.*?)<\/h1>/.exec(fragment)?.[1]
    })
    expect(new Set(headings).size).toBe(headings.length)
  }
  for (const name of PAGE_NAMES) {
    expect(written.routes[`/football/${name}`]?.en).toContain(marked(english[name]).slice(0, 40))
    expect(written.routes[`/football/${name}`]?.es).toContain(marked(spanish[name]).slice(0, 40))
  }
})

it('has first paragraphs of two to four sentences', () => {
  for (const text of [...Object.values(english), ...Object.values(spanish)]) {
    const sentences = text.match(/[.!?](\s|$)/g)?.length ?? 0
    expect(sentences, text).toBeGreaterThanOrEqual(2)
    expect(sentences, text).toBeLessThanOrEqual(4)
  }
})

it('has a title and a description of its own for each route and language', () => {
  for (const language of LANGUAGES) {
    expect(new Set(release.routes.map(({ title }) => title[language])).size).toBe(release.routes.length)
    expect(new Set(release.routes.map(({ description }) => description[language])).size).toBe(release.routes.length)
  }
})

it('leaves the drops to the gateway and shows its cards', () => {
  const home = written.routes['/football']?.en ?? ''
  expect(home).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
  expect(home.match(/role="img"/g)).toHaveLength(5)
})

it('writes no style attribute and no script', () => {
  for (const byLanguage of Object.values(written.routes)) {
    for (const fragment of Object.values(byLanguage)) expect(fragment).not.toMatch(/ style=|<style|<script/)
  }
})
