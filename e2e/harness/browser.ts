import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, inject } from 'vitest'
import { recordTroubles, type Troubles } from './troubles'
import { worker } from './worker'

let connection: Promise<Browser> | undefined

/** The browser that all tests of this worker share. */
export function browser(): Promise<Browser> {
  connection ??= chromium.connect(inject('browsers')[worker] ?? '')
  return connection
}

const visits: Visitor[] = []
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await describePages(task.result.errors ?? [])
  await Promise.all(
    visits.splice(0).map(async ({ context }) => {
      // An answer that a test changes on its way may still be on it.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      await context.close()
    }),
  )
})

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
afterAll(async () => {
  for (const visit of onlookers.values()) await (await visit).context.close()
})
afterEach(async () => {
  for (const visit of used) await forget(visit)
  used.clear()
})

/**
 * Somebody who only looks: the page in which the tests of this file looked before in the same way, without their cookies and
 * storage. Its process has read the site's code, so that a page opens in a third of the time. Who changes more than the
 * window's size, such as with routes, scripts or a clock, is a visitor.
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

/** Has a page ask the data API for each of what it follows, as it does at a gateway that is not asked for all at once. */
export const askEach = (page: Page): Promise<unknown> =>
  page.route('**/_page/data?*', (route) => route.fulfill({ status: 404 }))
