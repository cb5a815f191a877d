import { LANGUAGES, type PageInfo } from '@fieldhouse/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  allIslands,
  follow,
  hydrated,
  isAt,
  isMarked,
  lookAt,
  mark,
  onlooker,
  open,
  settled,
  visitor,
} from '../harness/browser'
import { setMedian } from '../harness/chain'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { linked } from '../harness/linked'
import { MEDIAN } from '../harness/purchase'
import { type Site, site } from '../harness/site'

// A test that goes through all of them has as many pages to open.
vi.setConfig({ testTimeout: 240_000 })

// Nobody buys: what is left stays what it is.
const running = await site({ buyers: 0 })
const development = await site({ buyers: 0, react: 'development' })

/** A post in the middle of the blog, each of football's drops, in every state, and a post and a drop of basketball's. */
async function itemPages(of: Site): Promise<string[]> {
  const blog = await linked(of, '/football/blog', '/football/blog/')
  const drops = await linked(of, '/football', '/football/drops/')
  const basketball = await linked(of, '/basketball', '/basketball/drops/')
  const courtside = await linked(of, '/basketball/blog', '/basketball/blog/')
  return [blog.at(1), ...drops, basketball[0], courtside.at(1)].filter((path) => path !== undefined)
}

let pages: string[]
let posts: string[]
/** The first of the list is live. */
let live: string

beforeAll(async () => {
  await Promise.all([setMedian(running, MEDIAN), setMedian(development, MEDIAN)])
  posts = await linked(running, '/football/blog', '/football/blog/')
  pages = await itemPages(running)
  live = pages[1] ?? ''
  expect(pages.length).toBeGreaterThanOrEqual(5)
})

/** A post is read where the gateway put it. */
const DROP = '#fh-main [data-slot="drop"]'

/** What the head says of the page, with addresses, social card and structured data. */
const said = (page: Page) =>
  page
    .locator('head :is(meta[name], meta[property], link[rel="canonical"], link[hreflang], script[type$="json"])')
    .evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML).sort())

/** What the menu marks as the page shown, or as what it is within. */
const current = (page: Page) =>
  page
    .locator('#fh-header nav [aria-current]')
    .evaluateAll((links) => links.map((link) => `${link.getAttribute('href')} ${link.getAttribute('aria-current')}`))

it('lists link to the page of each item, and a page of an item back to the list, without a reload', async () => {
  expect(posts.length).toBeGreaterThan(2)
  const { page, troubles } = await lookAt(`${running.address}/football/blog`)
  await mark(page)
  for (const [link, path] of [
    [page.locator(`#fh-main a[href="${posts[1]}"]`), posts[1]],
    [page.locator('#fh-main nav a').first(), posts[2]],
    [page.locator('#fh-main header a', { hasText: 'Blog' }), '/football/blog'],
  ] as const) {
    const name = await link.evaluate((element) => [...element.childNodes].at(-1)?.textContent?.trim() ?? '')
    await link.click()
    await isAt(page, path)
    const heading = page.locator('#fh-main h1')
    await expect.poll(() => heading.textContent()).toBe(path === '/football/blog' ? 'Notebook' : name)
    expect(await page.title()).toContain(name)
    const { page: full } = await onlooker({ javaScriptEnabled: false })
    await full.goto(running.address + path)
    expect(await full.title()).toBe(await page.title())
    // The list may have a newer post by now.
    if (path !== '/football/blog')
      expect(await full.locator('#fh-main').innerText()).toBe(await page.locator('#fh-main').innerText())
    expect(await said(page)).toEqual(await said(full))
    expect(await current(full)).toContain(`/football/blog ${path === '/football/blog' ? 'page' : 'true'}`)
    await expect.poll(() => current(page)).toEqual(await current(full))
  }
  await page.goBack()
  await isAt(page, posts[2])
  expect(await isMarked(page)).toBe(true)
  expect(troubles.all()).toEqual([])
})

it("a drop's page lives when it comes by navigation, and keeps the focus on its heading", async () => {
  const { page, troubles } = await lookAt(`${running.address}/football`)
  await mark(page)
  await page.locator(`#fh-main h3 a[href="${live}"]`).click()
  await isAt(page, live)
  await hydrated(page)
  await settled(page, DROP)
  await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('H1')
  expect(await page.locator('#fh-main time[datetime]').count()).toBeGreaterThan(1)
  const { page: full } = await visitor()
  await open(full, running.address + live)
  await settled(full, DROP)
  // Clocks go on, and the order slip comes with the visitor's first sign.
  const words = (of: Page) =>
    of.locator('#fh-main article article > div:first-child :is(svg + p, dl)').allTextContents()
  await expect.poll(() => words(page)).toEqual(await words(full))
  expect(await isMarked(page)).toBe(true)
  expect(troubles.all()).toEqual([])
})

it.each(LANGUAGES)('hydrates without a warning and without a recoverable error in %s', async (language) => {
  for (const path of await itemPages(development)) {
    const { page, troubles } = await lookAt(`${development.address}${path}?lang=${language}`)
    await settled(page, DROP)
    await allIslands(page)
    expect(troubles.all(), path).toEqual([])
  }
})

it.each([360, 768, 1440])('nothing shifts at %i pixels when it comes alive, its bar is as wide', async (width) => {
  const { page } = await visitor({ viewport: { width, height: 800 } })
  await layoutShifts(page)
  for (const path of pages) {
    await open(page, running.address + path)
    await settled(page, DROP)
    expect(await shiftsOf(page), path).toEqual([])
    const bar = page.locator('#fh-main form[aria-label="Buy at once"]')
    if (path === live && width < 1100) expect((await bar.boundingBox())?.width).toBe(width)
  }
})

it('shows a drop that lives to who only looks too, and nothing shifts', async () => {
  const { page } = await visitor()
  await layoutShifts(page)
  await open(page, running.address + live)
  await page.waitForFunction(() => document.querySelectorAll('#fh-main [data-slot]').length === 0)
  expect(await shiftsOf(page)).toEqual([])
})

it('describes a drop in the language of the page, in its list, on its page and to who shares it', async () => {
  const { page } = await onlooker()
  for (const [language, text] of [
    ['en', 'Five quick cards for the end of a close game. Almost gone.'],
    ['es', 'Cinco cartas rápidas para el final de un partido apretado. Casi agotado.'],
  ] as const) {
    for (const path of ['/football', live]) {
      await open(page, `${running.address}${path}?lang=${language}`)
      await settled(page, DROP)
      const described = page.locator('#fh-main p[data-row]').first()
      expect([await described.innerText(), await described.getAttribute('lang')]).toEqual([text, language])
    }
    expect(await page.locator('head meta[name="description"]').getAttribute('content')).toContain(text)
  }
})

it('a drop shows the wrapper of its own packs to who gets a link to it', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  const shown = new Set<string>()
  for (const path of pages.filter((path) => path.includes('/drops/'))) {
    await page.goto(`${running.address}${path}?lang=es`)
    const art = page.locator('#fh-main [data-least][data-print]').first()
    const kind = `${await art.getAttribute('data-least')}-${await art.getAttribute('data-print')}`
    const picture = await page.locator('head meta[property="og:image"]').getAttribute('content')
    expect(picture).toContain(`-drops-~id.${kind}.es.`)
    const answer = await page.request.get(`${running.address}${new URL(picture ?? '').pathname}`)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
    shown.add(kind)
  }
  expect(shown.size).toBeGreaterThan(2)
})

it('a press of the button in the page of a drop asks who buys', async () => {
  const { page } = await lookAt(running.address + live)
  await settled(page, DROP)
  await page
    .locator('#fh-main')
    .getByRole('button', { name: /^Login to Buy/ })
    .click()
  await page.getByRole('dialog').waitFor()
})

it.each(['/football/blog/made-up', '/football/drops/999', '/basketball/drops/1'])(
  '%s is not found, by address and by link',
  async (path) => {
    const { page } = await onlooker()
    expect((await page.goto(running.address + path))?.status()).toBe(404)
    const heading = await page.locator('#fh-main h1').innerText()
    await open(page, `${running.address}/football/faq`)
    expect(await page.locator('#fh-main h1').innerText()).not.toBe(heading)
    await follow(page, path)
    await expect.poll(() => page.locator('#fh-main h1').innerText()).toBe(heading)
    const info = (await (await fetch(`${running.address}/_page?path=${path}`)).json()) as PageInfo
    expect(info.status).toBe(404)
  },
)
