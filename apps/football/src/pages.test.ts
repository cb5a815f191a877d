/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES, type Language } from '@fieldhouse/contract'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { beforeAll, expect, it } from 'vitest'

const modules = import.meta.glob(['./pages/*/page.tsx', './edition.tsx', './{,pages/*/}islands/*.tsx'], { eager: true })
const app = collectApp('football', modules)

type Written = Awaited<ReturnType<typeof prerenderRelease>>
let written: Written
const mainOf = (path: string, language: Language) =>
  written.routes.find((route) => route.path === path)?.main[language] ?? ''

// How long it takes to write all pages says nothing about them.
beforeAll(async () => {
  written = await prerenderRelease(app)
}, 120_000)

/** What is somebody's own: it is in no menu. */
const OWN = ['/football/claims', '/football/my-cards', '/football/my-cards/card', '/football/my-cards/receipt']

const WALL = '/football/wall/:account'

it("has every football route of the specification, section 2, and what is somebody's own", () => {
  expect(written.routes.filter(({ item }) => !item).map(({ path }) => path)).toEqual([
    '/football/daily-fantasy',
    '/football/cards',
    '/football/card-rental',
    '/football/tokenomics',
    '/football/team',
    '/football/superbowl',
    '/football/blog',
    '/football/faq',
    '/football',
    ...OWN,
  ])
})

it('has the menu of the specification, section 2: Learn More with the first six links, blog and faq', () => {
  const links = written.navigation.map(({ nameEN, link, content }) => [
    nameEN,
    link || content?.map((entry) => entry.link),
  ])
  const paths = written.routes.map(({ path }) => path)
  expect(links).toEqual([
    ['Learn More', paths.slice(0, 6)],
    ['Blog', '/football/blog'],
    ['FAQ', '/football/faq'],
  ])
})

it('says of each page in the group what is there, in a few words of each language', () => {
  const inGroup = written.navigation.flatMap(({ content }) => content ?? [])
  expect(inGroup.length).toBeGreaterThan(3)
  for (const { link, textEN, textSP } of inGroup) {
    expect(textEN, link).toMatch(/^.{10,36}$/)
    expect(textSP, link).toMatch(/^.{10,36}$/)
    expect(textSP).not.toBe(textEN)
  }
})

it('gives each route a heading and, on inner pages, a first paragraph of two to four sentences', () => {
  for (const language of LANGUAGES) {
    const headings = written.routes.map(({ path, item, main }) => {
      const fragment = main[language]
      expect(fragment.match(/<h1/g)).toHaveLength(1)
      if (path !== '/football' && !item && !OWN.includes(path)) {
        const [, opening = ''] = /<p class="[^"]*">(?:<!--\$-->)?([^<]+)/.exec(fragment) ?? []
        const sentences = opening.match(/[.!?](\s|$)/g)?.length ?? 0
        expect(sentences, opening).toBeGreaterThanOrEqual(2)
        expect(sentences, opening).toBeLessThanOrEqual(4)
      }
      return /<h1[^>]*>(.*?)<\/h1>/.exec(fragment)?.[1]
    })
    expect(new Set(headings).size).toBe(headings.length)
  }
})

it('leads on from each inner page to one that follows from it, and to the packs', () => {
  const next = (path: string) => {
    const last = mainOf(path, 'es').match(/<nav [^>]*aria-label="A continuación".*?<\/nav>/)?.[0] ?? ''
    return [...last.matchAll(/href="([^"]+)"><b>([^<]+)/g)].map(([, href, name]) => [href, name])
  }
  const packs = ['/football#packs', 'Los sobres']
  expect(next('/football/team')).toEqual([['/football/blog', 'Blog'], packs])
  expect(next('/football/tokenomics')).toEqual([['/football/faq', 'Preguntas'], packs])
  expect(next('/football/cards')).toEqual([['/football/daily-fantasy', 'Nuestro sistema'], packs])
})

it('has a page for each post, each drop and each account, which the gateway fills, with a way back to their list', () => {
  const items = written.routes.flatMap(({ path, item, data }) => (item ? [{ path, item, data }] : []))
  expect(items).toEqual([
    { path: '/football/blog/:slug', item: 'posts', data: ['PostsMedium', 'rowDrops', 'medianPrice'] },
    { path: '/football/drops/:id', item: 'drops', data: ['rowDrops', 'medianPrice'] },
    { path: WALL, item: 'accounts', data: [] },
  ])
  for (const language of LANGUAGES) {
    const post = mainOf('/football/blog/:slug', language)
    expect(post).toMatch(/<a href="\/football\/blog">.*<h1 lang="en">@item\/title@<\/h1>/)
    expect(post).toMatch(/<div [^>]*data-slot="content"><\/div>.*<nav [^>]*>@list\/posts\.neighbours@<\/nav>/)
    const drop = mainOf('/football/drops/:id', language)
    expect(drop).toMatch(/<a href="\/football#packs">.*<h1>@item\/name@<\/h1>/)
    expect(drop).toMatch(/<div data-slot="drop"[^>]*><\/div>/)
    expect(mainOf('/football/blog', language)).toContain('<ul>@list/posts@</ul>')
  }
  const { posts, drops } = written.partials
  expect(posts?.post?.es).toContain('<a href="/football/blog/@item/slug@">@item/title@</a>')
  expect(drops?.['live-lead']?.en).toContain('<a href="/football/drops/@item/id@">@item/name@</a>')
})

it("has a title with the product's name and a description of its own for each route and language", () => {
  for (const language of LANGUAGES) {
    const titles = written.routes.map(({ title }) => title[language])
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/ · @setting\/product@$/)
    expect(new Set(written.routes.map(({ description }) => description[language])).size).toBe(titles.length)
  }
})

it('leaves the drops to the gateway and shows its cards', () => {
  expect(mainOf('/football', 'en')).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
  expect(mainOf('/football', 'en').match(/role="img"/g)).toHaveLength(5)
})

type Tree = { [key: string]: string | Tree }
const leaves = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === 'string' ? [text] : leaves(text)))

it('takes every number of its texts from the facts by name', () => {
  const files = import.meta.glob<Record<string, Tree>>(
    ['./**/*texts.ts', '../../../packages/{editorial,standard-pages}/src/**/texts.ts'],
    { eager: true },
  )
  const texts = Object.entries(files).flatMap(([file, exported]) =>
    leaves(exported).map((text) => [file, text.replaceAll(/\{\{\w+\}\}/g, '')] as const),
  )
  // Those of the shared packages stand beside it in this repository alone.
  expect(texts.length).toBeGreaterThan(300)
  for (const [file, text] of texts) if (!text.startsWith('texts-')) expect(text, file).not.toMatch(/[0-9]/)
  for (const { main } of written.routes) {
    for (const fragment of Object.values(main)) expect(fragment).not.toMatch(/\{\{|undefined|NaN/)
  }
})

it('gives each question of the FAQ an answer with an address, inside of what opens, the same in both languages', () => {
  const addresses = LANGUAGES.map((language) => {
    const page = mainOf('/football/faq', language)
    const answers = [
      ...page.matchAll(
        /<details itemprop="mainEntity"[^>]*Question"><summary itemprop="name">([^<]+)<\/summary><div id="([^"]+)" tabindex="-1" itemprop="acceptedAnswer"[^>]*Answer"><div itemprop="text">(.*?)<\/details>/gi,
      ),
    ]
    expect(answers.length).toBe(page.match(/<details/g)?.length)
    for (const [, question, id, text] of answers) {
      expect(text, question).toMatch(/^<p>[^<]{40,}<\/p>/)
      expect(text, question).toContain(`<a href="#${id}" `)
    }
    // Where more is told is another page of the edition.
    const more = [...page.matchAll(/<a href="(\/football\/[^"#]+)">/g)].map(([, path]) => path)
    expect(written.routes.map(({ path }) => path)).toEqual(expect.arrayContaining(more))
    return answers.map(([, , id]) => id)
  })
  expect(new Set(addresses[0]).size).toBe(addresses[0]?.length)
  expect(addresses[0]?.length).toBeGreaterThanOrEqual(24)
  // The login modal leads to this one.
  expect(addresses[0]).toContain('what-is-wax')
  expect(addresses[1]).toEqual(addresses[0])
})

it('shows its own art on every inner page: what is drawn has words, or is left to the words beside it', () => {
  const drawings = (path: string) => mainOf(path, 'en').match(/<svg[^>]*>/g) ?? []
  for (const { path, item } of written.routes) {
    if (item) continue
    // The blog's is its lead story's, which the gateway has.
    if (path !== '/football/blog') expect(drawings(path).length, path).toBeGreaterThan(0)
    for (const svg of drawings(path)) expect(svg, path).toMatch(/aria-hidden="true"|role="img" aria-label="[^"]+"/)
  }
  expect(drawings('/football/daily-fantasy').filter((svg) => svg.includes('role="img"'))).toHaveLength(11)
  expect(drawings('/football/team').filter((svg) => svg.includes('role="img"'))).toHaveLength(9)
  expect(drawings('/football/superbowl').filter((svg) => svg.includes('role="img"'))).toHaveLength(22)
})

it("draws for each page and language a picture with the page's title, and keeps what is somebody's own from being found", () => {
  for (const { path, title, picture, noindex } of written.routes) {
    expect(noindex, path).toBe([...OWN, WALL].includes(path) || undefined)
    for (const language of LANGUAGES) {
      const drawn = picture?.[language] ?? ''
      expect(drawn, path).toMatch(/^<svg xmlns="[^"]+" width="1200" height="630"/)
      expect(drawn, path).not.toMatch(/@|undefined|NaN/)
      const words =
        title[language]
          .replaceAll(/@[^@ ]+@:?|·/g, '')
          .trim()
          .toUpperCase() || 'BLOG'
      const lines = [...drawn.matchAll(/<text x="64"[^>]*>([^<]+)/g)].map(([, line]) => line)
      expect(lines.join(' '), path).toBe(words)
    }
  }
})

it('writes no style attribute and no script', () => {
  for (const { main } of written.routes) {
    for (const fragment of Object.values(main)) expect(fragment).not.toMatch(/ style=|<style|<script/)
  }
})
