/// <reference types="vite/types/importMeta.d.ts" />
import { LANGUAGES, type Language } from '@fieldhouse/contract'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { beforeAll, expect, it } from 'vitest'

const modules = import.meta.glob(['./pages/*/page.tsx', './edition.tsx', './{,pages/*/}islands/*.tsx'], { eager: true })

type Written = Awaited<ReturnType<typeof prerenderRelease>>
let written: Written
const mainOf = (path: string, language: Language) =>
  written.routes.find((route) => route.path === path)?.main[language] ?? ''

// How long it takes to write all pages says nothing about them.
beforeAll(async () => {
  written = await prerenderRelease(collectApp('basketball', modules))
}, 120_000)

/** What is somebody's own: it is in no menu. */
const OWN = ['/basketball/claims', '/basketball/my-cards', '/basketball/my-cards/card', '/basketball/my-cards/receipt']

const WALL = '/basketball/wall/:account'

it("has a page for each drop, each post and each account, six besides and those of what is somebody's own", () => {
  expect(written.routes.filter(({ item }) => !item).map(({ path }) => path)).toEqual([
    '/basketball',
    '/basketball/daily-fantasy',
    '/basketball/cards',
    '/basketball/tokenomics',
    '/basketball/blog',
    '/basketball/faq',
    ...OWN,
  ])
  expect(written.routes.flatMap(({ path, item, data }) => (item ? [{ path, item, data }] : []))).toEqual([
    { path: '/basketball/blog/:slug', item: 'posts', data: ['PostsMedium', 'rowDrops', 'medianPrice'] },
    { path: '/basketball/drops/:id', item: 'drops', data: ['rowDrops', 'medianPrice'] },
    { path: WALL, item: 'accounts', data: [] },
  ])
  expect(written.routes.filter(({ noindex }) => noindex).map(({ path }) => path)).toEqual([...OWN, WALL])
})

it('has a menu as football has it: a group of the pages that explain the game, the blog and the questions', () => {
  expect(written.navigation).toEqual([
    {
      nameEN: 'Learn More',
      NameSP: 'Saber más',
      link: '',
      content: [
        {
          nameEN: 'The court',
          NameSP: 'La cancha',
          textEN: 'The packs on sale',
          textSP: 'Los sobres a la venta',
          link: '/basketball',
        },
        {
          nameEN: 'Our System',
          NameSP: 'Nuestro sistema',
          textEN: 'A night by quarters, added up',
          textSP: 'Una noche por cuartos, sumada',
          link: '/basketball/daily-fantasy',
        },
        {
          nameEN: 'Cards Structure',
          NameSP: 'Las cartas',
          textEN: 'Cuts, copies, odds',
          textSP: 'Cortes, copias y probabilidades',
          link: '/basketball/cards',
        },
        {
          nameEN: 'Tokenomics',
          NameSP: 'Tokenómica',
          textEN: 'A pack, piece by piece',
          textSP: 'Un sobre, pieza a pieza',
          link: '/basketball/tokenomics',
        },
      ],
    },
    { nameEN: 'Blog', NameSP: 'Blog', link: '/basketball/blog' },
    { nameEN: 'FAQ', NameSP: 'Preguntas', link: '/basketball/faq' },
  ])
})

it('gives each page one heading, a title and a description of its own, art with words and a picture to share', () => {
  for (const language of LANGUAGES) {
    for (const { path, item, main, picture } of written.routes) {
      expect(picture?.[language], path).toMatch(/^<svg [^>]*width="1200" height="630"/)
      const fragment = main[language]
      expect(fragment.match(/<h1/g), path).toHaveLength(1)
      expect(fragment, path).not.toMatch(/ style=|<style|<script|\{\{|undefined|NaN/)
      const drawings = fragment.match(/<svg[^>]*>/g) ?? []
      // The blog's is its lead story's, which the gateway has.
      if (!item && path !== '/basketball/blog') expect(drawings.length, path).toBeGreaterThan(0)
      for (const svg of drawings) expect(svg, path).toMatch(/aria-hidden="true"|role="img" aria-label="[^"]+"/)
    }
    const titles = written.routes.map(({ title }) => title[language])
    expect(new Set(titles).size).toBe(titles.length)
    for (const title of titles) expect(title).toMatch(/ · @setting\/product@$/)
    expect(new Set(written.routes.map(({ description }) => description[language])).size).toBe(titles.length)
  }
})

it('shows a side of five on its front, and a card taken apart in six steps beside one of each tier', () => {
  for (const language of LANGUAGES) {
    const home = mainOf('/basketball', language)
    expect(home.match(/role="img"/g)).toHaveLength(5)
    expect(home).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
    expect(mainOf('/basketball/cards', language).match(/role="img"/g)).toHaveLength(6 + 5)
  }
})

it('lists the posts, and has an article for each with a way back to them', () => {
  for (const language of LANGUAGES) {
    expect(mainOf('/basketball/blog', language)).toContain('<ul>@list/posts@</ul>')
    const post = mainOf('/basketball/blog/:slug', language)
    expect(post).toMatch(/<a href="\/basketball\/blog">.*<h1 lang="en">@item\/title@<\/h1>/)
    expect(post).toMatch(/<div [^>]*data-slot="content"><\/div>.*<nav [^>]*>@list\/posts\.neighbours@<\/nav>/)
  }
  expect(written.partials.posts?.post?.es).toContain('<a href="/basketball/blog/@item/slug@">@item/title@</a>')
})

it('leaves the chart of the price to the gateway, and says in words what the prizes are', () => {
  expect(mainOf('/basketball/tokenomics', 'en')).toContain('@list/median.history@')
  expect(mainOf('/basketball/tokenomics', 'en')).toContain(
    'aria-label="Prizes: Game nights 75%, The last night 15%, A draw 10%"',
  )
  expect(mainOf('/basketball/tokenomics', 'es')).toContain(
    'aria-label="Premios: Noches de partido 75\u00a0%, La última noche 15\u00a0%, Un sorteo 10\u00a0%"',
  )
  expect(Object.keys(written.partials['median.history'] ?? {})).toEqual(['chart', 'few', 'unread'])
})

it('leads on from each inner page to one that follows from it, and to the packs', () => {
  const next =
    mainOf('/basketball/tokenomics', 'es').match(/<nav [^>]*aria-label="A continuación".*?<\/nav>/)?.[0] ?? ''
  expect([...next.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/basketball/faq',
    '/basketball#packs',
  ])
})

it('leads to pages that there are, and to answers of its FAQ', () => {
  const faq = mainOf('/basketball/faq', 'en')
  let seen = 0
  for (const { path, main } of written.routes) {
    for (const [, page, fragment] of main.en.matchAll(/href="(\/basketball[^"#@]*)#?([^"]*)"/g)) {
      seen++
      expect(
        written.routes.map(({ path }) => path),
        `${path} leads to ${page}`,
      ).toContain(page)
      if (page === '/basketball/faq' && fragment)
        expect(faq, `${path} leads to #${fragment}`).toContain(`id="${fragment}"`)
    }
  }
  expect(seen).toBeGreaterThan(20)
  expect(mainOf('/basketball/tokenomics', 'en')).toContain('href="/basketball/faq#limit"')
})

const cells = (row: string) => [...row.matchAll(/<td[^>]*>(\d+)/g)].map(([, number]) => Number(number))

it('adds a night up before the visitor: rows, columns and parts of its box score end at the numbers that it says', () => {
  for (const language of LANGUAGES) {
    const main = mainOf('/basketball/daily-fantasy', language)
    const rows = [...main.matchAll(/<tr>(.*?)<\/tr>/g)]
      .map(([, row = '']) => cells(row))
      .filter((row) => row.length > 0)
    const all = rows.pop() ?? []
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row.slice(0, -1).reduce((sum, number) => sum + number, 0)).toBe(row.at(-1))
    for (const [at, number] of all.entries()) expect(rows.reduce((sum, row) => sum + (row[at] ?? 0), 0)).toBe(number)
    const [list = ''] = /<dl>.*?<\/dl>/.exec(main) ?? []
    const parts = [...list.matchAll(/<dd>(?:\+ )?(\d+)/g)].map(([, number]) => Number(number))
    expect(parts[0]).toBe(all.at(-1))
    expect(parts.slice(0, -1).reduce((sum, number) => sum + number, 0)).toBe(parts.at(-1))
    expect(main.match(/role="img" aria-label/g)).toHaveLength(5)
  }
})

it('gives each question an answer with an address, the same in both languages, which leads to pages that there are', () => {
  const addresses = LANGUAGES.map((language) => {
    const page = mainOf('/basketball/faq', language)
    const answers = [...page.matchAll(/<summary itemprop="name">([^<]+)<\/summary><div id="([^"]+)"(.*?)<\/details>/gi)]
    expect(answers.length).toBe(page.match(/<details/g)?.length)
    for (const [, question, id, text] of answers) {
      expect(text, question).toMatch(/<p>[^<]{40,}<\/p>/)
      expect(text, question).toContain(`<a href="#${id}" `)
    }
    const more = [...page.matchAll(/<a href="(\/basketball\/[^"#]+)">/g)].map(([, path]) => path)
    expect(more.length).toBeGreaterThan(8)
    expect(written.routes.map(({ path }) => path)).toEqual(expect.arrayContaining(more))
    return answers.map(([, , id]) => id)
  })
  expect(new Set(addresses[0]).size).toBe(addresses[0]?.length)
  expect(addresses[0]?.length).toBeGreaterThanOrEqual(28)
  // The login modal leads to this one.
  expect(addresses[0]).toContain('what-is-wax')
  expect(addresses[1]).toEqual(addresses[0])
})

type Tree = { [key: string]: string | Tree }
const leaves = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === 'string' ? [text] : leaves(text)))

it('takes every number of its texts from the facts by name, and promises no profit', () => {
  const files = import.meta.glob<Record<string, Tree>>('./**/*texts.ts', { eager: true })
  const texts = Object.values(files).flatMap((exported) => leaves(exported))
  expect(texts.length).toBeGreaterThan(150)
  for (const text of texts) {
    if (text.startsWith('texts-')) continue
    expect(text.replaceAll(/\{\{\w+\}\}/g, '')).not.toMatch(/[0-9]/)
    expect(text).not.toMatch(/profit|invest|earn|beneficio|ganancia|inver/i)
  }
})

it('calls the other floor’s game by its Spanish name: fútbol alone is another game', () => {
  const mains = written.routes.map(({ main }) => main.es)
  expect(mains.join()).toContain('fútbol americano')
  for (const main of mains) expect(main).not.toMatch(/fútbol(?! americano)/i)
})
