import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { askedBy, follow, hydrated, isAt, open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

/** A window in which the packs of an edition's first page are below what is seen, and below what is loaded ahead. */
const LOW = { viewport: { width: 1440, height: 600 } }

const SALE = '[data-island="islands/Sale"]'
const FOIL = '[data-island="islands/Foil"]'

/** The script of an island of the page, and how often it was asked for. */
async function askedFor(page: Page, requests: string[], island: string): Promise<number> {
  const script = (await page.locator(island).first().getAttribute('data-scripts'))?.split(' ').at(-1)
  expect(script).toMatch(/\.js$/)
  return requests.filter((path) => path.endsWith(`/${script}`)).length
}

const isAlive = (page: Page, island: string) =>
  page.locator(island).evaluate((element) => {
    const { firstElementChild: first } = element
    return first !== null && Object.keys(first).some((key) => key.startsWith('__reactFiber$'))
  })

it.each([
  ['of a first page', '/football', null],
  ['of a page that came by navigation', '/', '/football'],
])('the code of an island below the window %s comes once it is nearly seen', async (_, first, next) => {
  const { page, troubles } = await visitor(LOW)
  const requests = askedBy(page)
  await open(page, running.address + first)
  if (next) await follow(page, next)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(await isAlive(page, SALE)).toBe(false)
  if (!next) expect(await askedFor(page, requests, SALE)).toBe(0)
  // A pixel short of being near, and near.
  const { y } = (await page.locator(SALE).boundingBox()) ?? { y: 0 }
  expect(y).toBeGreaterThan(LOW.viewport.height + 200)
  await page.evaluate((top) => window.scrollTo(0, top), y - LOW.viewport.height - 150)
  await expect.poll(() => isAlive(page, SALE)).toBe(true)
  expect(await askedFor(page, requests, SALE)).toBe(1)
  expect(troubles.all()).toEqual([])
})

it('a page of markup asks for no script of its edition, at first and later, until a pointer comes near what it moves', async () => {
  const { page } = await visitor(LOW)
  const requests = askedBy(page)
  await open(page, `${running.address}/football/team`)
  await follow(page, '/football/superbowl')
  await follow(page, '/football/team')
  await page.waitForLoadState('networkidle')
  expect(requests.filter((path) => path.startsWith('/_r/football/') && path.endsWith('.js'))).toEqual([])
  await page.locator('#fh-main article svg[role="img"]').first().hover()
  await expect.poll(() => isAlive(page, FOIL)).toBe(true)
  expect(await askedFor(page, requests, FOIL)).toBe(1)
})

it.each(['hover', 'focus'] as const)(
  'a link is fetched ahead on %s, and its press asks for nothing more',
  async (near) => {
    const { page } = await visitor(LOW)
    await open(page, `${running.address}/football/faq`)
    const requests = askedBy(page)
    const pages = () => requests.filter((path) => path.startsWith('/_page?'))
    const link = page.locator('#fh-main a[href="/football/team"]').last()
    await link.scrollIntoViewIfNeeded()
    const fetched = page.waitForResponse((response) => response.url().includes('/_page?'))
    await link[near]()
    await (await fetched).finished()
    expect(pages()).toHaveLength(1)
    await link.dispatchEvent('click')
    await isAt(page, '/football/team')
    expect(pages()).toHaveLength(1)
  },
)

/** A device that keeps up, however busy this machine is: nobody hears of long tasks. */
const keepsUp = (page: Page) =>
  page.addInitScript(() => {
    const { observe } = PerformanceObserver.prototype
    PerformanceObserver.prototype.observe = function (options) {
      if (options?.type !== 'longtask') observe.call(this, options)
    }
  })

/** A task of the page that is too long for a frame, told of to whoever listens. */
const longTask = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((told) => {
        new PerformanceObserver(() => told()).observe({ type: 'longtask' })
        setTimeout(() => {
          const until = performance.now() + 60
          while (performance.now() < until);
        })
      }),
  )

/** Follows a link and tells what moves as the page changes, by the names in the style sheets. */
async function moving(page: Page, before: (page: Page) => Promise<void> = async () => {}): Promise<string[]> {
  await open(page, `${running.address}/football`)
  await before(page)
  await page.evaluate(() => {
    const names = () =>
      document.getAnimations().flatMap(({ effect }) => {
        const { pseudoElement } = effect as KeyframeEffect
        return /^::view-transition-group\((.*)\)$/.exec(pseudoElement ?? '')?.[1] ?? []
      })
    const start = document.startViewTransition.bind(document)
    Object.assign(window, { moved: [] })
    document.startViewTransition = (change) => {
      const transition = start(change)
      Object.assign(window, { moved: transition.ready.then(names) })
      return transition
    }
  })
  await follow(page, '/football/card-rental')
  // A transition begins before the page has its next address.
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] | Promise<string[]> }).moved)
  await expect.poll(() => page.locator('#fh-main article').count()).toBe(1)
  return [...new Set(moved)].sort()
}

it('a page changes as a view transition in which the heading and the art glide and the frame has its own place', async () => {
  const { page, troubles } = await visitor()
  await keepsUp(page)
  expect(await moving(page)).toEqual(['fh-art', 'fh-footer', 'fh-header', 'fh-title', 'root'])
  expect(troubles.all()).toEqual([])
})

it('nothing moves for a visitor who wants less motion', async () => {
  const { page } = await visitor({ reducedMotion: 'reduce' })
  await keepsUp(page)
  expect(await moving(page)).toEqual([])
})

it('nothing moves where a long task has shown that frames would be late', async () => {
  const { page } = await visitor()
  expect(await moving(page, longTask)).toEqual([])
})
