import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, inject, type RunnerTestCase } from 'vitest'
import { recordTroubles, type Troubles } from './troubles'
import { worker } from './worker'

let connection: Promise<Browser> | undefined

/** The browser that all tests of this worker share. What a test's own listener throws ends the connection to it. */
export function browser(): Promise<Browser> {
  connection ??= chromium.connect(inject('browsers')[worker] ?? '').then((browser) =>
    browser.once('disconnected', () => {
      connection = undefined
    }),
  )
  return connection
}

const visits: Visitor[] = []

/** Ends a test's visits: visitors are gone, and what onlookers left is. */
export async function leave({ result }: RunnerTestCase): Promise<void> {
  if (result?.state === 'fail') await describePages(result.errors ?? [])
  const looked = [...used]
  used.clear()
  await Promise.all(
    visits.splice(0).map(async ({ context }) => {
      // An answer that a test changes on its way may still be on it.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    }),
  )
  for (const visit of looked) await forget(visit)
}

export interface Visitor {
  page: Page
  context: BrowserContext
  /** What went wrong in the page since it was opened. */
  troubles: Troubles
}

/** What a page says of its state: who is logged in, and what is in front of it. */
const TELLING = '#fh-header, dialog[open], section[aria-label="Messages"], [data-slip]'

/** Adds to a test's errors what its pages showed and what went wrong in them. */
async function describePages(errors: { message: string; stack?: string | undefined }[]): Promise<void> {
  const lines: string[] = []
  for (const { context, troubles } of [...visits, ...used]) {
    for (const page of context.pages()) {
      const texts = await Promise.race([
        page.locator(TELLING).allInnerTexts(),
        new Promise<string[]>((resolve) => setTimeout(resolve, 2000, ['no answer'])),
      ]).catch((error) => [String(error)])
      const shown = texts.map((text) => text.replaceAll(/\s+/g, ' ').replace(/^(.{200}).+(.{200})$/, '$1 … $2'))
      lines.push(`${page.url()} shows:`, ...shown.filter(Boolean).map((text) => `  ${text}`))
    }
    lines.push(...troubles.all().slice(-8))
  }
  for (const error of errors) {
    error.message = [error.message, ...lines].join('\n')
    if (error.stack) error.stack = [error.stack, ...lines].join('\n')
  }
}

const VIEWPORT = { width: 1440, height: 900 }

/** A visitor of their own, without cookies and caches of others; gone after the test. English, and without service workers, unless said otherwise. */
export async function visitor(options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await enter(options)
  visits.push(visit)
  return visit
}

async function enter(options: BrowserContextOptions): Promise<Visitor> {
  const context = await (await browser()).newContext({ locale: 'en-GB', viewport: VIEWPORT, ...options })
  // What a worker fetches no test could change on its way.
  if (options.serviceWorkers !== 'allow') {
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }))
  }
  const page = await context.newPage()
  return { page, context, troubles: await recordTroubles(page) }
}

/** Those who look, by their options, and those of them that a test has had. */
const onlookers = new Map<string, Promise<Visitor>>()
const used = new Set<Visitor>()

/** Ends a file's visits, those of its onlookers too. */
export async function leaveAll(): Promise<void> {
  const all = [...visits.splice(0), ...onlookers.values()]
  onlookers.clear()
  used.clear()
  const close = ({ context }: Visitor) => context.close()
  // Who could not come has nothing to leave.
  for (const visit of all) await Promise.resolve(visit).then(close, () => {})
}

/**
 * Somebody who leaves nothing behind: the page in which the tests of this file were before in the same way, without their
 * cookies, storage and routes. Its process has read the site's code, so that a page opens in a third of the time. Who changes
 * more than that and the window's size, such as with scripts or a clock, is a visitor.
 */
export async function onlooker({ viewport, ...options }: BrowserContextOptions = {}): Promise<Visitor> {
  const way = JSON.stringify(options)
  const known = onlookers.get(way) ?? enter(options)
  onlookers.set(way, known)
  const visit = await known
  if (used.has(visit)) await forget(visit)
  used.add(visit)
  await visit.page.setViewportSize(viewport ?? VIEWPORT)
  return visit
}

async function forget({ page, context, troubles }: Visitor): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // On a page that has nothing: for the empty one of no site Chromium takes another process.
  if (page.url().startsWith('http')) {
    await page.goto(new URL('/robots.txt', page.url()).href)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  await page.mouse.move(0, 0)
  await context.clearCookies()
  troubles.clear()
}

/** What measures how a view went: documents that report load it when they are idle, a share of all; no page waits for it. */
export const MEASURING = /\/host-vitals\.[0-9a-f]{20}\.js$/

/** The header: the footer is markup. */
export const FRAME = '#fh-header'

/** What of a page comes to life in any case: the header, and the islands that wait for nobody or are near the window. */
const LIVING = `${FRAME}, #fh-main [data-when="idle"], #fh-main [data-when="sight"]`

/** How near to the window an island is whose code is loaded at sight, pixels (docs/edition-contract.md, "Pages"). */
const NEAR = 200

/** Waits until the document is whole and React has taken over what the selector finds: it marks the elements it owns. */
export const hydrated = (page: Page, living = LIVING): Promise<void> => alive(page, living, false)

/** Comes near to each island of the page, and waits until all of them live. */
export async function allIslands(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const island of document.querySelectorAll('[data-island]')) island.scrollIntoView()
  })
  await alive(page, '[data-island]', true)
}

/** @param comes a pointer comes near to what does not live yet: again, for before the page listens nobody notices */
async function alive(page: Page, living: string, comes: boolean): Promise<void> {
  await page.waitForFunction(
    ([selector, near, comes]) => {
      if (document.readyState === 'loading') return false
      const isAwaited = (element: HTMLElement) => {
        const { top, bottom } = element.getBoundingClientRect()
        if (element.dataset.when !== 'sight') return true
        // What is not displayed is never seen.
        return element.checkVisibility() && top < innerHeight + near && bottom > -near
      }
      const asleep = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          isAwaited(element) &&
          !Object.keys(element.firstElementChild ?? {}).some((key) => key.startsWith('__reactFiber$')),
      )
      if (comes) for (const { parentElement } of asleep) parentElement?.dispatchEvent(new Event('pointerenter'))
      return asleep.length === 0
    },
    [living, NEAR, comes] as const,
  )
}

/** Opens an address and waits until the page is alive. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** An onlooker at an address, whose page is alive. */
export async function lookAt(address: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await onlooker(options)
  await open(visit.page, address)
  return visit
}

/**
 * Waits until every slot of drops is replaced by its living component, in the site's own faces. What waits for a sign that
 * somebody is there, or else for seconds, has one.
 *
 * @param slots a selector of the slots
 */
export async function settled(page: Page, slots = '#fh-main [data-slot]'): Promise<void> {
  for (const at of [1, 2]) await page.mouse.move(at, at)
  await page.waitForFunction((slots) => document.querySelectorAll(slots).length === 0, slots)
  await page.evaluate(() => document.fonts.ready)
}

/** Waits until a page is at a path. */
export const isAt = (page: Page, path: string | undefined): Promise<void> =>
  expect.poll(() => new URL(page.url()).pathname).toBe(path)

/** Waits until the header has left word of the looks that a page of the shell stands in, which is after its address is there. */
export const keepsLooks = (page: Page): Promise<void> =>
  expect.poll(async () => (await page.context().cookies(page.url())).map(({ name }) => name)).toContain('looks')

/** Goes to an address by a link, wherever that would stand in the page, and waits until the page is there. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, address)
  await isAt(page, new URL(address, page.url()).pathname)
}

/** Waits until an element has the focus. */
export const isFocused = (element: Locator): Promise<void> =>
  expect.poll(() => element.evaluate((it) => it === document.activeElement)).toBe(true)

/** Marks the document of a page: one that is loaded anew has no mark. */
export const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }))
export const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window)

/** Presses Tab until what has the focus matches a selector, or is a control with this name. */
export async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const isThere = await page.evaluate((wanted) => {
      const { activeElement: active } = document
      if (typeof wanted === 'string') return active?.matches(wanted)
      return active?.matches('a, button, input') && wanted.test((active.ariaLabel ?? active.textContent).trim())
    }, wanted)
    if (isThere) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${wanted}`)
}

/** Holds back what a page asks for at an address. Answers what lets it go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.fallback()
  })
  return held.resolve
}

/** What a page asks for from now on, by path and query. */
export function askedBy(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(pathname + search)
  })
  return asked
}

/** All that is told in an element from now on, in the order in which it is. */
export async function heard(page: Page, selector: string): Promise<() => Promise<string>> {
  await page.evaluate((selector) => {
    const said = new Set<string>()
    Object.assign(window, { said })
    const note = () => said.add(document.querySelector<HTMLElement>(selector)?.innerText ?? '')
    new MutationObserver(note).observe(document, { childList: true, characterData: true, subtree: true })
  }, selector)
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join('\n'))
}

/** Has a page ask the data API for each of what it follows, as it does at a gateway that is not asked for all at once. */
export const askEach = (page: Page): Promise<unknown> =>
  page.route('**/_page/data?*', (route) => route.fulfill({ status: 404 }))
