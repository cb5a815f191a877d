import { LANGUAGES, type Language, type PageInfo } from '@fieldhouse/contract'
import { describe, expect, it } from 'vitest'
import { onlooker, visitor } from '../harness/browser'
import { routes } from '../harness/routes'
import { site } from '../harness/site'
import { pagesOf } from '../pages.mjs'

const running = await site()

/** What a reader without script finds at an address. */
async function read(path: string, language: Language) {
  const { page } = await onlooker({ javaScriptEnabled: false })
  const answer = await page.goto(`${running.address}${path}?lang=${language}`)
  const info = JSON.parse((await page.locator('#fh-page').textContent()) ?? '') as PageInfo
  return { page, info, status: answer?.status(), headers: answer?.headers() ?? {} }
}

describe.each(routes)('$path', (route) => {
  it.each(LANGUAGES)('answers in %s with its heading, a first paragraph and its frame', async (language) => {
    const { page, info, status, headers } = await read(route.path, language)
    expect(status).toBe(200)
    expect(headers['content-language']).toBe(language)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)

    expect(await page.locator('h1').count()).toBe(1)
    expect((await page.locator('#fh-main h1').innerText()).trim()).not.toBe('')
    const paragraph = page
      .locator('#fh-main p')
      .filter({ hasText: /\S.{38,}\S/s })
      .first()
    expect(await paragraph.isVisible()).toBe(true)

    expect(info).toMatchObject({
      path: route.path,
      route: route.path,
      status: 200,
      language,
      edition: route.edition,
      header: route.header,
      footer: route.footer,
    })
    expect(await page.title()).toBe(info.title)

    expect(await page.locator('html').getAttribute('data-floor')).toBe(route.header)
    expect(await page.locator('#fh-header').getAttribute('data-floor')).toBe(route.header)
    expect(await page.locator('#fh-main').getAttribute('data-floor')).toBe(route.header)
    expect(await page.locator('#fh-footer').getAttribute('data-floor')).toBe(route.footer)
  })
})

/** The words of a page, read from its HTML alone. */
async function words(path: string, language: Language) {
  const html = await (await fetch(`${running.address}${path}?lang=${language}`)).text()
  const inside = (pattern: RegExp) =>
    (html.match(pattern)?.[1] ?? '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  return {
    heading: inside(/<h1[^>]*>(.*?)<\/h1>/s),
    title: inside(/<title>(.*?)<\/title>/s),
    description: inside(/<meta name="description" content="([^"]*)"/),
    main: inside(/<main[^>]*>(.*?)<\/main>/s),
  }
}

it.each(LANGUAGES)('gives every route a heading, title and description of its own in %s', async (language) => {
  const all = await Promise.all(routes.map(({ path }) => words(path, language)))
  for (const name of ['heading', 'title', 'description'] as const) {
    const seen = all.map((page) => page[name])
    expect(seen).not.toContain('')
    expect(new Set(seen).size, name).toBe(routes.length)
  }
})

it('no athlete is the first card of two pages, but for the lineups', async () => {
  const lineUps = ['/football/daily-fantasy', '/football/superbowl', '/basketball/daily-fantasy']
  const first = new Map<string, string>()
  for (const { path, route } of await pagesOf(running.address)) {
    if (route.includes('/drops/') || lineUps.includes(route)) continue
    const html = await (await fetch(`${running.address}${path}?lang=en`)).text()
    const [, athlete] = html.match(/<svg[^>]* role="img" aria-label="\w[^"]* card: ([^"]*), copy/) ?? []
    if (!athlete) continue
    expect(first.get(athlete), `${path} opens with ${athlete}`).toBeUndefined()
    first.set(athlete, path)
  }
  expect(first.size).toBeGreaterThan(5)
})

/**
 * What a page says, its names for controls and pictures too, but for what it says is of another language. What has no word of
 * four small letters and more is a name or a unit.
 */
const sentences = async (path: string) => {
  const document = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html')
  const said = new Set<string>()
  const add = (element: Element | null, text: string | null) => {
    if (text && /(^|\s)\p{Ll}{4}/u.test(text) && !element?.closest('[lang]:not(html), code, script, style'))
      said.add(text.trim())
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) add(texts.currentNode.parentElement, texts.currentNode.nodeValue)
  for (const name of ['alt', 'aria-label', 'placeholder', 'title'])
    for (const element of document.querySelectorAll(`body [${name}]`)) add(element, element.getAttribute(name))
  for (const element of document.querySelectorAll('title, meta[name="description"]'))
    add(null, element.getAttribute('content') ?? element.textContent)
  return [...said]
}

it('says nothing in the same words in both languages', { timeout: 240_000 }, async () => {
  // The policy of a page lets nobody make nodes of markup.
  const { page } = await visitor({ bypassCSP: true })
  await page.goto(`${running.address}/football/nothing`)
  for (const { path, route } of await pagesOf(running.address)) {
    const said: string[][] = []
    for (const language of LANGUAGES) said.push(await page.evaluate(sentences, `${path}?lang=${language}`))
    const [english = [], spanish = []] = said
    expect(english.length, path).toBeGreaterThan(5)
    // A post is in the language that it was written in, its title and description with it; an account has one name.
    if (!route.includes('/blog/'))
      expect(
        spanish.filter((text) => english.includes(text) && !path.endsWith(`/${text}`)),
        path,
      ).toEqual([])
  }
})

it.each(['/footballer', '/football/nothing', '/basketball/nothing', '/nothing', '/football/faq/deeper'])(
  'answers 404 to %s',
  async (path) => {
    const { page, status, info } = await read(path, 'en')
    expect(status).toBe(404)
    expect(info).toMatchObject({ status: 404, route: null })
    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
  },
)
