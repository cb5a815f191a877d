import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import { axe, looking, type Sight, sights, windowOf } from '../harness/axe'
import { allIslands, lookAt, onlooker, open } from '../harness/browser'
import { announce, type DropRow, rowsOf } from '../harness/chain'
import { site } from '../harness/site'
import { pagesOf } from '../pages.mjs'

// Nobody buys: what is there stays what it is.
const running = await site({ buyers: 0 })

// Of the drops that the chain starts with none is sold out.
const SOLD_OUT = 'Last Gasp'
await announce(
  running,
  'football',
  SOLD_OUT,
  { name: SOLD_OUT, description: 'Eight cards, and all of them are gone.' },
  { already_claimed: 77 },
)
const pages = await vi.waitUntil(
  async () => {
    const row = (await rowsOf<DropRow>(running, 'drops')).find(({ name }) => name === SOLD_OUT)
    const all = await pagesOf(running.address)
    return row && all.some(({ path }) => path === `/football/drops/${row.drop_id}`) && all
  },
  { timeout: 20_000, interval: 200 },
)

/** What reaches out of the window to the right. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map((element) => `${element.nodeName}.${element.className} ${element.textContent?.trim().slice(0, 40)}`)
      .slice(0, 8)
  })

/** Words that English sentences have and Spanish ones do not. */
const ENGLISH =
  /(?<!\p{L})(the|and|your|with|from|you|are|is|of|for|this|that|not|have|buy|on sale|packs?|cards?|opens|ends)(?!\p{L})/iu

/** An answer's address has no language. */
const ADDRESS = /\/\S+/g

/** What a Spanish page says in English without marking it: what stands there, and what is read out or shown on it. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([pattern, address]) => {
      const english = new RegExp(pattern, 'iu')
      const isEnglish = (text: string) => english.test(text.replaceAll(new RegExp(address, 'g'), ''))
      const spanish = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang') === 'es'
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const element = text.parentElement
        if (element?.closest('script, style, noscript, code') || !spanish(element)) continue
        if (isEnglish(text.textContent ?? '')) found.push(text.textContent ?? '')
      }
      for (const element of document.querySelectorAll(
        'body [aria-label], body [title], body [placeholder], body [alt]',
      ))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const said = element.getAttribute(name)
          if (said && spanish(element) && isEnglish(said)) found.push(`${name}: ${said}`)
        }
      return found
    },
    [ENGLISH.source, ADDRESS.source] as const,
  )

it('looks at every page that is built, the account’s and the legal ones among them', () => {
  const routes = pages.map(({ route }) => route)
  for (const route of ['/', '/terms', '/privacy', '/cookies', '/nothing']) expect(routes).toContain(route)
  for (const edition of ['football', 'basketball'])
    for (const route of [
      '',
      '/drops/:id',
      '/my-cards',
      '/my-cards/card',
      '/my-cards/receipt',
      '/claims',
      '/wall/:account',
    ])
      expect(routes).toContain(`/${edition}${route}`)
})

type Looked = (typeof pages)[number]

/** A page's address without its edition. */
const within = ({ route, edition }: Looked) => route.replace(`/${edition}`, '')

/** The addresses below which each edition has one page: such pages have the same markup, in another look and in other words. */
const shared = [...new Set(pages.map(within))].filter((address) => {
  const all = pages.filter((page) => within(page) === address)
  return all.length > 1 && new Set(all.map(({ edition }) => edition)).size === all.length
})

/**
 * Whether axe, which takes most of the time, looks at a page in one of the ways: at one that editions share it does in one way
 * in each, by turns, so that it sees both ways of the page, and each edition's look in both. The soak has it see all.
 */
function isForAxe(page: Looked, sight: Sight) {
  const at = shared.indexOf(within(page))
  if (at < 0 || process.env.FIELDHOUSE_SOAK) return true
  const turn = at + [...new Set(pages.map(({ edition }) => edition))].indexOf(page.edition)
  return sights.indexOf(sight) === turn % sights.length
}

describe.each(pages)('$path', (looked) => {
  const { path } = looked
  it.each(sights.map((sight) => [...sight, isForAxe(looked, sight)] as const))(
    'at %i px, %s, in %s: axe finds nothing, its outline is whole, and it never scrolls sideways',
    async (width, theme, language, isAxed) => {
      const { page } = await lookAt(`${running.address}${path}?lang=${language}`, windowOf([width, theme, language]))
      await allIslands(page)
      // What is closed is looked at too.
      await page.locator('#fh-main details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '')
      })
      if (isAxed) expect(await axe(page)).toEqual([])

      if (language === 'es') expect(await untranslated(page)).toEqual([])

      const outline = await page.evaluate(() => ({
        mains: document.querySelectorAll('main').length,
        headers: document.querySelectorAll('header').length,
        footers: document.querySelectorAll('footer').length,
        levels: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ nodeName }) => Number(nodeName[1])),
      }))
      expect(outline.mains).toBe(1)
      expect(outline.headers).toBeGreaterThan(0)
      expect(outline.footers).toBeGreaterThan(0)
      expect(outline.levels.filter((level) => level === 1)).toHaveLength(1)
      for (const [index, level] of outline.levels.entries())
        if (index > 0) expect(level - (outline.levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1)

      // 320 px by 256 are what 400 % leave of a window of 1280 by 1024 (WCAG 2.2, 1.4.10).
      for (const viewport of [null, { width: 768, height: 900 }, { width: 320, height: 256 }]) {
        if (viewport) await page.setViewportSize(viewport)
        expect(await tooWide(page), `${viewport?.width ?? width} px`).toEqual([])
      }
    },
  )
})

/** Looks for an answer, and waits until the page says how many there are. */
const find = (words: string) => async (page: Page) => {
  await page.locator('#fh-main input').fill(words)
  await page.getByRole('status').filter({ hasText: words }).waitFor()
}

/** What is open or looked for on a page; what is somebody's own and what wallets show have tests of their own. */
const STATES: [name: string, path: string, widths: number[], act: (page: Page) => Promise<unknown>][] = [
  [
    'the full-screen menu with a group open',
    '/basketball',
    [320, 360],
    async (page) => {
      await page.locator('#fh-header button[aria-haspopup="dialog"]').press('Enter')
      const group = page.locator('#fh-header dialog[open] button[aria-expanded]').first()
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.press('Enter')
      await page.locator('#fh-header dialog[open] button[aria-expanded="true"] + ul a').first().waitFor()
    },
  ],
  [
    'the group of the bar open',
    '/football',
    [768, 1280],
    async (page) => {
      await page.locator('#fh-header header nav button[aria-expanded]:visible').first().press('Enter')
      await page.locator('#fh-header header nav button[aria-expanded="true"] + ul a').first().waitFor()
    },
  ],
  ['answers found', '/football/faq', [360, 1440], find('wax')],
  ['no answer found', '/football/faq', [360, 1440], find('xyzzy')],
]

describe.each(STATES)('with %s on %s', (_, path, widths, act) => {
  it.each(
    widths.flatMap((width, index) => {
      const ways = [[width, 'dark', 'en'] as const, [width, 'light', 'es'] as const]
      return process.env.FIELDHOUSE_SOAK ? ways : ways.slice(index, index + 1)
    }),
  )(
    'axe finds nothing at %i px, %s, in %s, and nothing is wider than the window',
    async (width, colorScheme, language) => {
      const { page } = await lookAt(
        `${running.address}${path}?lang=${language}`,
        looking({ colorScheme, viewport: { width, height: 740 } }),
      )
      await allIslands(page)
      await page.evaluate(() => scrollTo(0, 0))
      await act(page)
      expect(await axe(page)).toEqual([])
      expect(await tooWide(page)).toEqual([])
    },
  )
})

/** Presses Tab until it comes to the end of the page, and answers what got the focus. */
async function tabThrough(page: Page) {
  const focused: { name: string; top: number; bottom: number; hidden: boolean }[] = []
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate(() => {
      const active = document.activeElement
      if (!(active instanceof HTMLElement) || active === document.body) return null
      const { top, bottom, left, width } = active.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)
      return {
        name: `${active.nodeName} ${active.textContent?.trim().slice(0, 30)}`,
        top,
        bottom,
        hidden: at === null || !(active.contains(at) || at.contains(active)),
      }
    })
    if (focus === null) return focused
    focused.push(focus)
  }
  throw new Error('Tab does not come to the end of the page')
}

it.each([
  ['/', 360, 740],
  ['/football', 1440, 900],
  ['/football/faq', 320, 256],
  ['/basketball/drops/5', 1024, 600],
])('the focus goes through %s at %i px from top to bottom, and is never hidden', async (path, width, height) => {
  const known = pages.find((page) => page.path === path) ?? pages.find(({ route }) => route === '/basketball/drops/:id')
  const { page } = await lookAt(`${running.address}${known?.path}`, looking({ viewport: { width, height } }))
  await allIslands(page)
  await page.evaluate(() => scrollTo(0, 0))
  const focused = await tabThrough(page)
  expect(focused.length).toBeGreaterThan(8)
  expect(focused.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual([])
  for (const { name, top, bottom } of focused) {
    expect(bottom, name).toBeGreaterThan(0)
    expect(top, name).toBeLessThan(height)
  }
})

it('in a window at 400 % the login modal begins with its heading, and all of it can be reached', async () => {
  const { page } = await lookAt(
    `${running.address}/football?lang=es`,
    looking({ viewport: { width: 320, height: 256 } }),
  )
  await page.locator('#fh-header button[aria-haspopup="dialog"]').press('Enter')
  await page
    .locator('#fh-header')
    .getByRole('button', { name: 'Entra y compra' })
    .locator('visible=true')
    .press('Enter')
  const modal = page.locator('dialog[open]').filter({ has: page.getByRole('heading', { name: /^Te damos/ }) })
  await modal.waitFor()
  // A dialog that enters is on its way for a moment.
  const top = () => modal.getByRole('heading').evaluate((heading) => heading.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThan(0)
  expect(await top()).toBeLessThan(128)
  expect(await modal.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  for (const name of ['Cloud Wallet', 'Anchor', 'Wombat Wallet']) {
    const choice = modal.getByRole('button', { name })
    await choice.focus()
    const box = await choice.evaluate((button) => button.getBoundingClientRect().toJSON() as DOMRect)
    expect(box.top, name).toBeGreaterThanOrEqual(0)
    expect(box.left, name).toBeGreaterThanOrEqual(0)
    expect(box.right, name).toBeLessThanOrEqual(320)
  }
  expect(await modal.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

it.each(['/', '/football', '/football/team', '/football/superbowl'])(
  'nothing on %s moves for who prefers reduced motion',
  async (path) => {
    const { page } = await lookAt(running.address + path, { reducedMotion: 'reduce' })
    await allIslands(page)
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0) > 1)
        .map((animation) => (animation as CSSAnimation).animationName ?? 'a transition'),
    )
    expect(moving).toEqual([])
  },
)

it.each([360, 1440])('controls and what is chosen can be told in forced colours, at %i px', async (width) => {
  const { page } = await onlooker(looking({ forcedColors: 'active', viewport: { width, height: 900 } }))
  for (const path of ['/football', '/football/faq']) {
    await open(page, running.address + path)
    await allIslands(page)
    if (width < 768) await page.locator('#fh-header button[aria-haspopup="dialog"]').click()
    const unseen = await page
      .locator('button:visible, #fh-main a[class*="button"]:visible, #fh-main a[class*="large"]:visible')
      .evaluateAll((all) =>
        all
          .filter((control) => {
            const { borderStyle, borderWidth, backgroundColor } = getComputedStyle(control)
            const ground = getComputedStyle(document.body).backgroundColor
            const isFilled = backgroundColor !== ground && backgroundColor !== 'rgba(0, 0, 0, 0)'
            return !isFilled && (borderStyle === 'none' || borderWidth === '0px')
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      )
    expect(unseen, path).toEqual([])
    // Each of them stands beside others that are not chosen.
    const alike = await page
      .locator('#fh-header :is([aria-current], [aria-pressed="true"]):visible')
      .evaluateAll((all) =>
        all
          .filter((chosen) => {
            const ground = (element: Element) => getComputedStyle(element).backgroundColor
            const other = [...(chosen.closest('ul, nav, [role="group"]')?.querySelectorAll('a, button') ?? [])].find(
              (one) => !one.matches('[aria-current], [aria-pressed="true"]'),
            )
            return other !== undefined && ground(chosen) === ground(other)
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      )
    expect(alike, path).toEqual([])
  }
})
