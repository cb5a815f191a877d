import { LANGUAGES, type Language } from '@fieldhouse/contract'
import { collectApp } from '@fieldhouse/edition-kit'
import { prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { beforeAll, expect, it } from 'vitest'

interface Tree {
  [key: string]: string | Tree
}

/** What editions differ in, of what all must hold to. */
export interface EditionExpectations {
  edition: string
  /** What `import.meta.glob` finds of its pages, islands and `edition.tsx`. */
  modules: Record<string, unknown>
  /** The modules with its texts. */
  texts: Record<string, Record<string, Tree>>
  /** The fewest texts that it has, and answers in its FAQ. */
  least: { texts: number; answers: number }
  /** To where pages lead on, by their last part: the other one's part and its Spanish name. */
  next: Record<string, readonly [part: string, name: string]>
}

const leaves = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === 'string' ? [text] : leaves(text)))

/** All texts of modules, each with the module that it stands in. */
export const textsOf = (modules: EditionExpectations['texts']) =>
  Object.entries(modules).flatMap(([file, exported]) =>
    leaves(exported).flatMap((text) => (text.startsWith('texts-') ? [] : [[file, text] as const])),
  )

/** What of a title is neither a mark nor a sign. */
const wordsOf = (title: string) => title.replaceAll(/@[^@ ]+@:?|·/g, '').trim()

/** What must hold of the pages of every edition, as they are written. Gives them to the tests of what is its own. */
export function testEdition({ edition, modules, texts, least, next }: EditionExpectations) {
  let release: Awaited<ReturnType<typeof prerenderRelease>>
  const home = `/${edition}`
  const routeOf = (path: string) => release.routes.find((route) => route.path === path)
  const mainOf = (path: string, language: Language) => routeOf(path)?.main[language] ?? ''
  const drawingsOf = (path: string, language: Language = 'en') => mainOf(path, language).match(/<svg[^>]*>/g) ?? []
  const all = () => release.routes.flatMap((route) => LANGUAGES.map((language) => ({ ...route, language })))
  /** What is somebody's own: it is in no menu. */
  const own = ['claims', 'my-cards', 'my-cards/card', 'my-cards/receipt'].map((part) => `${home}/${part}`)
  const wall = `${home}/wall/:account`

  // How long it takes to write all pages says nothing about them. The pictures of all cards, which the build draws, take longest.
  beforeAll(async () => {
    const { cardPictures: _, ...app } = collectApp(edition, modules)
    release = await prerenderRelease({ ...app, pages: app.pages.map(({ shows: _, ...page }) => page) })
  }, 120_000)

  it('gives each page one heading of its own and, on inner pages, a first paragraph of two to four sentences', () => {
    const headings = all().map(({ path, item, main, language }) => {
      const fragment = main[language]
      expect(fragment.match(/<h1/g), path).toHaveLength(1)
      if (path !== home && !item && !own.includes(path)) {
        const [, opening = ''] = /<p class="[^"]*">(?:<!--\$-->)?([^<]+)/.exec(fragment) ?? []
        expect(opening.match(/[.!?](\s|$)/g)?.length, opening).toBeOneOf([2, 3, 4])
      }
      return `${language} ${/<h1[^>]*>(.*?)<\/h1>/.exec(fragment)?.[1]}`
    })
    expect(new Set(headings).size).toBe(headings.length)
  })

  it("gives each page a title with the product's name and a description of its own in each language", () => {
    for (const language of LANGUAGES) {
      const titles = release.routes.map(({ title }) => title[language])
      for (const title of titles) expect(title).toMatch(/ · @setting\/product@$/)
      expect(new Set(titles).size).toBe(titles.length)
      expect(new Set(release.routes.map(({ description }) => description[language])).size).toBe(titles.length)
    }
  })

  it('writes no style attribute, no script and nothing that was left open', () => {
    for (const { path, main, language } of all())
      expect(main[language], path).not.toMatch(/ style=|<style|<script|\{\{|undefined|NaN/)
  })

  it('shows its own art on every page: what is drawn has words, or is left to the words beside it', () => {
    for (const { path, item, language } of all()) {
      const drawings = drawingsOf(path, language)
      // The blog's is its lead story's, which the gateway has.
      if (!item && path !== `${home}/blog`) expect(drawings.length, path).toBeGreaterThan(0)
      for (const svg of drawings) expect(svg, path).toMatch(/aria-hidden="true"|role="img" aria-label="[^"]+"/)
    }
  })

  it("draws for each page and language a picture with the page's title, and keeps what is somebody's own from being found", () => {
    for (const { path, title, picture, noindex, language } of all()) {
      expect(noindex, path).toBe([...own, wall].includes(path) || undefined)
      const drawn = picture?.[language] ?? ''
      expect(drawn, path).toMatch(/^<svg xmlns="[^"]+" width="1200" height="630"/)
      expect(drawn, path).not.toMatch(/@|undefined|NaN/)
      const lines = [...drawn.matchAll(/<text x="64"[^>]*>([^<]+)/g)].map(([, line]) => line)
      // A post's title is the post's own: its picture has the blog's.
      const words = wordsOf(title[language]) || wordsOf(routeOf(`${home}/blog`)?.title[language] ?? '')
      expect(lines.join(' '), path).toBe(words.toUpperCase())
    }
  })

  it('says of each page in the group what is there, in a few words of each language', () => {
    const inGroup = release.navigation.flatMap(({ content }) => content ?? [])
    expect(inGroup.length).toBeGreaterThan(3)
    for (const { link, textEN, textSP } of inGroup) {
      expect(textEN, link).toMatch(/^.{10,36}$/)
      expect(textSP, link).toMatch(/^.{10,36}$/)
      expect(textSP).not.toBe(textEN)
    }
  })

  it('has a page for each post, each drop and each account, which the gateway fills, with a way back to their list', () => {
    expect(release.routes.flatMap(({ path, item, data }) => (item ? [[path, item, data]] : []))).toEqual([
      [`${home}/blog/:slug`, 'posts', ['PostsMedium', 'rowDrops', 'medianPrice']],
      [`${home}/drops/:id`, 'drops', ['rowDrops', 'medianPrice']],
      [wall, 'accounts', []],
    ])
    for (const language of LANGUAGES) {
      const post = mainOf(`${home}/blog/:slug`, language)
      expect(post).toMatch(new RegExp(`<a href="${home}/blog">.*<h1 lang="en">@item/title@</h1>`))
      expect(post).toMatch(/<div [^>]*data-slot="content"><\/div>.*<nav [^>]*>@list\/posts\.neighbours@<\/nav>/)
      const drop = mainOf(`${home}/drops/:id`, language)
      expect(drop).toMatch(new RegExp(`<a href="${home}#packs">.*<h1>@item/name@</h1>`))
      expect(drop).toMatch(/<div data-slot="drop"[^>]*><\/div>/)
      expect(mainOf(`${home}/blog`, language)).toContain('<ul>@list/posts@</ul>')
      expect(mainOf(home, language)).toMatch(/<div data-slot="drops"[^>]*><\/div>/)
      expect(mainOf(home, language).match(/role="img"/g)).toHaveLength(5)
    }
    const { posts, drops } = release.partials
    expect(posts?.post?.es).toContain(`<a href="${home}/blog/@item/slug@">@item/title@</a>`)
    expect(drops?.['live-lead']?.en).toContain(`<a href="${home}/drops/@item/id@">@item/name@</a>`)
  })

  it.each(Object.entries(next))('leads on from %s to what follows from it, and to the packs', (part, [other, name]) => {
    const last = mainOf(`${home}/${part}`, 'es').match(/<nav [^>]*aria-label="A continuación".*?<\/nav>/)?.[0] ?? ''
    expect([...last.matchAll(/href="([^"]+)"><b>([^<]+)/g)].map(([, href, name]) => [href, name])).toEqual([
      [`${home}/${other}`, name],
      [`${home}#packs`, 'Los sobres'],
    ])
  })

  it('leads to pages that there are, and to answers of its FAQ', () => {
    const faq = mainOf(`${home}/faq`, 'en')
    const links = release.routes.flatMap(({ path, main }) =>
      [...main.en.matchAll(new RegExp(`href="(${home}[^"#@]*)#?([^"]*)"`, 'g'))].map(
        (link) => [path, ...link] as const,
      ),
    )
    expect(links.length).toBeGreaterThan(20)
    for (const [from, , path = '', fragment] of links) {
      expect(routeOf(path), `${from} leads to ${path}`).toBeDefined()
      if (path === `${home}/faq` && fragment) expect(faq, `${from} leads to #${fragment}`).toContain(`id="${fragment}"`)
    }
  })

  it('gives each question of the FAQ an answer with an address, inside of what opens, the same in both languages', () => {
    const [english = [], spanish] = LANGUAGES.map((language) => {
      const page = mainOf(`${home}/faq`, language)
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
      return answers.map(([, , id]) => id)
    })
    expect(new Set(english).size).toBe(english.length)
    expect(english.length).toBeGreaterThanOrEqual(least.answers)
    // The login modal leads to this one.
    expect(english).toContain('what-is-wax')
    expect(spanish).toEqual(english)
  })

  it('takes every number of its texts from the facts by name', () => {
    expect(textsOf(texts).length).toBeGreaterThan(least.texts)
    for (const [file, text] of textsOf(texts)) expect(text.replaceAll(/\{\{\w+\}\}/g, ''), file).not.toMatch(/[0-9]/)
  })

  return { release: () => release, mainOf, drawingsOf, own }
}
