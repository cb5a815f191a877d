import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askEach, isAt, isMarked, lookAt, mark, onlooker, open, visitor } from '../harness/browser'
import {
  accountButton,
  alerts,
  choose,
  inPopup,
  loginButton,
  loginModal,
  openModal,
  RECORDS,
  recordFor,
  reloading,
  TITLES,
} from '../harness/logging-in'
import { routes } from '../harness/routes'
import { site } from '../harness/site'

// One test for each sentence of the specification's section 2 on routes, header and footer, by its own words. Which header and
// footer a route has, routes.test.ts says, and of other paths navigation.test.ts; the login modal and the signing request have
// theirs in wallets-login.test.ts and wallets-sign.test.ts.

const running = await site()

/** The widths at which the header is laid out differently, and those that look/notes.md names. */
const WIDTHS = [360, 768, 1024, 1280, 1440, 1920]
const WIDE = 1440
const MEDIUM = 768

const at = (width: number, address = `${running.address}/football`) =>
  lookAt(address, { viewport: { width, height: 900 } })

const bar = (page: Page): Locator => page.locator('#fh-header > header')
const banner = (page: Page): Locator => page.locator('#fh-header p').first()
const season = (page: Page): Locator => page.locator('#fh-header p').nth(1)
const menu = (page: Page): Locator => page.locator('#fh-header dialog')
const burger = (page: Page): Locator => page.locator('#fh-header [aria-haspopup="dialog"]')
const shown = (links: Locator) => links.locator('visible=true')
/** What entries are called, without what stands below the name in an open group. */
const texts = async (links: Locator) =>
  (await links.allInnerTexts()).map((text) =>
    text
      .replace(/\s*\((opens|se abre)[^)]*\)\s*$/, '')
      .trim()
      .replace(/\n.*/s, ''),
  )
const hrefs = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

const FOOTBALL = [
  ['Our System', '/football/daily-fantasy'],
  ['Cards Structure', '/football/cards'],
  ['Card Rental', '/football/card-rental'],
  ['Tokenomics', '/football/tokenomics'],
  ['The Team', '/football/team'],
  ['SuperBowl', '/football/superbowl'],
] as const

describe('routes', () => {
  /** The colours of an element's panel and border, as red, green and blue. */
  const coloursOf = (element: Locator) =>
    element.evaluate((shown) => {
      const rgb = (colour: string) =>
        (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) as [number, number, number]
      const { backgroundColor, borderTopColor } = getComputedStyle(shown)
      return { panel: rgb(backgroundColor), border: rgb(borderTopColor) }
    })

  it("'/basketball': basketball colour theme (blue panel with orange border)", async () => {
    const { page } = await at(WIDE, `${running.address}/basketball`)
    await loginButton(page).click()
    const colours = await coloursOf(loginModal(page))
    const [red, , blue] = colours.panel
    expect(blue, `${colours.panel}`).toBeGreaterThan(red)
    const [much, some, little] = colours.border
    expect(much > some && some > little, `${colours.border}`).toBe(true)
  })

  it.each([
    ['/', 'light'],
    ['/football', 'dark'],
    ['/football/faq', 'light'],
  ] as const)('login modal: dark grey elsewhere, as on %s in the %s theme', async (path, colorScheme) => {
    const { page } = await lookAt(running.address + path, { viewport: { width: WIDE, height: 900 }, colorScheme })
    await loginButton(page).click()
    const { panel } = await coloursOf(loginModal(page))
    expect(Math.max(...panel), `${panel}`).toBeLessThan(64)
    expect(Math.max(...panel) - Math.min(...panel), `${panel}`).toBeLessThan(12)
  })

  it('route paths only switch the colour theme and tooltip style: the same tooltip in the colours of its route', async () => {
    const styles: string[] = []
    for (const path of ['/football', '/basketball']) {
      const { page } = await at(WIDE, running.address + path)
      const modal = await openModal(page)
      await modal.getByRole('link', { name: `About ${TITLES.wax}` }).hover()
      const tooltip = modal.getByRole('tooltip').filter({ visible: true })
      await expect.poll(() => tooltip.allInnerTexts()).toEqual(['Click to learn more about this wallet!'])
      styles.push(JSON.stringify(await coloursOf(tooltip)))
    }
    expect(styles[0]).not.toBe(styles[1])
  })

  it('the football menu has a Learn More group holding the first six football links, plus blog and faq', async () => {
    const { page } = await at(1024)
    const group = bar(page).getByRole('button', { name: 'Learn More' })
    await group.click()
    const inside = bar(page).locator('button[aria-expanded="true"] + ul a')
    await expect.poll(() => texts(inside)).toEqual(FOOTBALL.map(([name]) => name))
    expect(await hrefs(inside)).toEqual(FOOTBALL.map(([, path]) => path))
    expect(await texts(shown(bar(page).locator('nav > ul > li > a')))).toEqual(['Blog', 'FAQ'])
  })

  it('the header shown uses only one external link, Whitepaper', async () => {
    const { page } = await at(WIDE)
    expect(await texts(shown(bar(page).locator('nav a[target="_blank"]')))).toEqual(['Whitepaper'])
  })

  it("basketball's header leads to basketball's pages", async () => {
    for (const width of [360, 1024, WIDE]) {
      const { page } = await at(width, `${running.address}/basketball`)
      const links = await hrefs(page.locator('#fh-header nav li a'))
      expect(links.length, `${width}`).toBeGreaterThan(0)
      expect(links.filter((link) => link?.startsWith('/') && !/^\/basketball(\/|$)/.test(link))).toEqual([])
    }
  })
})

describe('header', () => {
  it.each([
    ['/', '/'],
    ['/football', '/football'],
    ['/football/faq', '/football'],
    ['/basketball', '/basketball'],
  ])('logo of %s: goes to %s', async (path, home) => {
    const { page } = await at(WIDE, running.address + path)
    expect(await bar(page).locator('> a').getAttribute('href')).toBe(home)
  })

  it('navigation entries have an English and a Spanish name', async () => {
    const { page } = await onlooker()
    const names = async (language: string) => {
      await open(page, `${running.address}/football?lang=${language}`)
      return texts(shown(bar(page).locator('nav li a')))
    }
    expect((await names('en')).slice(0, 3)).toEqual(['Our System', 'Cards Structure', 'Card Rental'])
    expect((await names('es')).slice(0, 3)).toEqual(['Nuestro sistema', 'Las cartas', 'Alquiler'])
  })

  it('entries with links starting with https open in a new tab; others are in-app links', async () => {
    const { page } = await at(WIDE)
    const links = await bar(page)
      .locator('nav a')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href') ?? '', link.getAttribute('target')] as const))
    expect(links.length).toBeGreaterThan(8)
    for (const [href, target] of links) expect(target, href).toBe(href.startsWith('https') ? '_blank' : null)
    await bar(page).getByRole('link', { name: 'FAQ' }).locator('visible=true').click()
    await isAt(page, '/football/faq')
  })

  it("the current route's entry is highlighted", async () => {
    const { page } = await at(WIDE, `${running.address}/football/cards`)
    const current = shown(bar(page).locator('nav [aria-current="page"]'))
    expect(await texts(current)).toEqual(['Cards Structure'])
    const shadow = (of: Locator) => of.evaluate((link) => getComputedStyle(link).boxShadow)
    expect(await shadow(current)).not.toBe(
      await shadow(bar(page).getByRole('link', { name: 'FAQ' }).locator('visible=true')),
    )
  })

  it("wide screens (1440px or more): a flat list of the first group's items plus the 2nd and 3rd top entries", async () => {
    const { page } = await at(WIDE)
    expect(await texts(shown(bar(page).locator('nav li a')))).toEqual([
      ...FOOTBALL.map(([name]) => name),
      'Blog',
      'FAQ',
    ])
    expect(await shown(bar(page).locator('nav button')).count()).toBe(0)
    await page.setViewportSize({ width: WIDE - 1, height: 900 })
    await expect.poll(() => texts(shown(bar(page).locator('nav li > button')))).toEqual(['Learn More'])
  })

  it('narrower screens: dropdown groups that open on click and close on mouse leave', async () => {
    const { page } = await at(1024)
    const group = bar(page).getByRole('button', { name: 'Learn More' })
    const entry = bar(page).getByRole('link', { name: 'The Team' })
    expect(await entry.locator('visible=true').count()).toBe(0)
    await group.click()
    await expect.poll(() => entry.locator('visible=true').count()).toBe(1)
    await page.mouse.move(600, 800)
    await expect.poll(() => entry.locator('visible=true').count()).toBe(0)
  })

  it('an entry of an open group of the bar says below its name what is there, and nowhere else', async () => {
    const { page } = await onlooker()
    for (const [language, group, said] of [
      ['en', 'Learn More', 'Lend a card, get it back'],
      ['es', 'Saber más', 'Presta una carta y recupérala'],
    ] as const) {
      await page.setViewportSize({ width: 1024, height: 900 })
      await open(page, `${running.address}/football?lang=${language}`)
      await bar(page).getByRole('button', { name: group }).click()
      await expect.poll(() => shown(bar(page).getByText(said)).count()).toBe(1)
      for (const width of [360, WIDE]) {
        await page.setViewportSize({ width, height: 900 })
        if (width < MEDIUM) {
          await burger(page).click()
          await menu(page).getByRole('button', { name: group }).click()
          await expect.poll(() => shown(menu(page).locator('a[href="/football/card-rental"]')).count()).toBe(1)
        }
        expect(await shown(page.locator('#fh-header').getByText(said)).count(), `${width}`).toBe(0)
        if (width < MEDIUM) await page.keyboard.press('Escape')
      }
    }
  })

  it.each([768, 1024, 1200, 1439])('at %i px nothing of the bar lies over another part of it', async (width) => {
    for (const path of ['/', '/football', '/basketball']) {
      const { page } = await at(width, `${running.address}${path}?lang=es`)
      const parts = await shown(bar(page).locator('nav > ul > li, nav > p, > a, > div > *')).evaluateAll((all) =>
        all.map((part) => part.getBoundingClientRect()).toSorted((one, other) => one.left - other.left),
      )
      expect(parts.length, path).toBeGreaterThan(5)
      for (const [index, { left }] of parts.entries())
        expect(left, `${path}: part ${index}`).toBeGreaterThanOrEqual((parts[index - 1]?.right ?? 0) - 1)
    }
  })

  it('below the md breakpoint: a hamburger toggle opens a full-screen menu', async () => {
    const { page } = await at(MEDIUM - 1)
    expect(await shown(bar(page).locator('nav a')).count()).toBe(0)
    await burger(page).click()
    // It comes down from above, which takes a moment.
    await expect.poll(() => menu(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: MEDIUM - 1, height: 900 })
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: MEDIUM, height: 900 })
    await expect.poll(() => burger(page).isVisible()).toBe(false)
  })

  it("the menu has collapsible groups, a Login button and a 'Play Now!' link to the testnet tournaments page", async () => {
    const { page } = await at(360)
    await burger(page).click()
    const group = menu(page).getByRole('button', { name: 'Learn More' })
    const entry = menu(page).getByRole('link', { name: 'SuperBowl' })
    await group.click()
    await expect.poll(() => entry.isVisible()).toBe(true)
    await group.click()
    await expect.poll(() => entry.isVisible()).toBe(false)
    expect(
      await menu(page)
        .getByRole('button', { name: /^Login/ })
        .isVisible(),
    ).toBe(true)
    const play = menu(page).getByRole('link', { name: /^Play Now!/ })
    expect(await play.getAttribute('target')).toBe('_blank')
    expect(await play.getAttribute('href')).toMatch(/^https:\/\/test[^/]*\/.*tournaments/)
  })

  it('the menu closes after a link is chosen', async () => {
    const { page } = await at(360)
    await burger(page).click()
    await menu(page).getByRole('link', { name: 'FAQ' }).click()
    await isAt(page, '/football/faq')
    await expect.poll(() => menu(page).isVisible()).toBe(false)
  })

  it('the header is fully opaque once the page is scrolled, otherwise semi-transparent', async () => {
    const { page } = await at(WIDE, `${running.address}/football/faq`)
    const opacity = () =>
      bar(page).evaluate((element) => {
        const { backgroundColor: colour } = getComputedStyle(element)
        return Number(/[/,]\s*([\d.]+)\)$/.exec(colour.replace(/^rgb\(.*|^color\([^/]*\)$/, ''))?.[1] ?? 1)
      })
    expect(await opacity()).toBeLessThan(1)
    expect(await opacity()).toBeGreaterThan(0)
    await page.evaluate(() => scrollTo(0, 1))
    await expect.poll(opacity).toBe(1)
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(opacity).toBeLessThan(1)
  })

  it('Play Game button: opens an external game URL', async () => {
    const { page } = await at(WIDE, `${running.address}/`)
    const play = bar(page).getByRole('link', { name: /^Play Game/ })
    expect(await play.getAttribute('href')).toMatch(/^https:\/\//)
    expect(await play.getAttribute('target')).toBe('_blank')
  })

  it.each([
    [WIDE, 'Login to Buy', false],
    [MEDIUM, 'Login', true],
  ])("login button at %i px: '%s' when signed out; opens the login modal", async (width, text, hasIcon) => {
    const { page } = await at(width)
    const button = shown(loginButton(page))
    expect((await button.innerText()).trim()).toBe(text)
    expect(await shown(button.locator('svg')).count()).toBe(hasIcon ? 1 : 0)
    await button.click()
    await expect.poll(() => loginModal(page).isVisible()).toBe(true)
  })

  it('when signed in it shows the accountName, which leads to logging out, one press further than a stray one', async () => {
    const { page } = await at(WIDE)
    await page.evaluate(([key, record]) => localStorage.setItem(key, record), recordFor('alice.wam', 'wax'))
    await open(page, `${running.address}/football`)
    const button = shown(accountButton(page, 'alice.wam'))
    expect(await button.innerText()).toBe('alice.wam')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    expect(await page.evaluate((key) => localStorage.getItem(key), RECORDS.wax)).not.toBeNull()
    await reloading(page, () => page.getByRole('button', { name: 'Log out', exact: true }).click())
    await expect.poll(() => shown(loginButton(page)).count()).toBe(1)
    expect(await page.evaluate((key) => localStorage.getItem(key), RECORDS.wax)).toBeNull()
  })
})

it("toast notifications appear top-right, styled differently on '/football'; wallet errors from the cloud wallet read 'Error:' plus the message", async () => {
  const styles: string[] = []
  for (const path of ['/football', '/basketball']) {
    const { page } = await at(WIDE, running.address + path)
    await openModal(page)
    await inPopup(page, () => choose(page, 'wax'), 'Do not share my account')
    await expect.poll(() => alerts(page).innerText()).toMatch(/^Error: Declined in your wallet/)
    const toast = alerts(page).locator('> *').first()
    // Its time stands still under the pointer.
    await toast.hover()
    // It comes in from the side, which takes a moment.
    await expect.poll(async () => WIDE - ((await toast.boundingBox()) ?? { x: 0, width: 0 }).x).toBeLessThan(WIDE / 3)
    const box = await toast.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(WIDE)
    expect(box?.y).toBeLessThan(300)
    styles.push(
      await toast.evaluate((element) => {
        const { backgroundColor, backgroundImage, color, borderTopColor } = getComputedStyle(element)
        return [backgroundColor, backgroundImage, color, borderTopColor].join()
      }),
    )
  }
  expect(styles[0]).not.toBe(styles[1])
})

describe('footer', () => {
  const ALWAYS = ['Discord', 'Twitter', 'Telegram', 'YouTube', 'Medium']
  const DESKTOP = ['Twitch', 'Facebook', 'Instagram', 'Reddit']

  it.each([
    [360, ALWAYS],
    [MEDIUM, ALWAYS],
    [1024, [...ALWAYS, ...DESKTOP]],
    [1920, [...ALWAYS, ...DESKTOP]],
  ])("at %i px: copyright text, a 'Developed by' credit, social links, and the rules", async (width, names) => {
    const { page } = await at(width)
    const footer = page.locator('#fh-footer')
    expect(await footer.innerText()).toMatch(/© .+\. Developed by .+/)
    expect(await texts(shown(footer.locator('nav a')))).toEqual([...names, 'Terms', 'Privacy', 'Cookies'])
  })
})

it.each([
  ['en', 'Teams and athletes are invented. Fieldhouse is affiliated with no league, team or player.'],
  ['es', 'Los equipos y deportistas son inventados. Fieldhouse no está vinculado a ninguna liga, equipo ni jugador.'],
])('the footer of every route says that nobody real is in it: %s', async (language, line) => {
  for (const { path } of routes) {
    const html = await (await fetch(`${running.address}${path}?lang=${language}`)).text()
    expect(html.slice(html.indexOf('id="fh-footer"')), path).toContain(line)
  }
})

/** What an answer of the drops says, as the page is to read it. */
type Drops = 'as they are' | 'none' | 'unreadable' | { startsIn: number }

/**
 * Opens a page whose settings name a sale and a season so many milliseconds after the gateway's time. The visitor's clock is
 * years behind, and `pass` moves it on: nothing here hangs on how quick the machine is.
 */
async function openBefore({ sale = 1e10, season: start = 1e10, drops = 'as they are' as Drops, language = 'en' }) {
  const { page } = await visitor()
  await page.clock.install({ time: new Date('2001-02-03T04:05:06Z') })
  const state = { drops, origin: 0 }
  await page.route(/\/football\/faq/, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    state.origin = Number(/"time":(\d+)/.exec(html)?.[1])
    const when = (after: number) => new Date(state.origin + after).toISOString()
    const body = html.replace(
      /("countdowns":\{"sale":")[^"]+(","season":")[^"]+/,
      (_, before, between) => `${before}${when(sale)}${between}${when(start)}`,
    )
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers()
    await route.fulfill({ status: answer.status(), headers, body })
  })
  await askEach(page)
  await page.route(/\/api\/v1\/rows\/drops/, async (route) => {
    if (state.drops === 'unreadable') return route.fulfill({ status: 503, body: '' })
    const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    const read = (await answer.json()) as { rows: Record<string, unknown>[] }
    if (state.drops === 'none') read.rows = []
    else if (state.drops !== 'as they are') {
      const begins = Math.round((state.origin + state.drops.startsIn) / 1000)
      read.rows = read.rows
        .slice(0, 1)
        .map((row) => ({ ...row, start_time: begins, end_time: 0, max_claimable: 0, is_hidden: 0 }))
    }
    // Without a time of its own: the page's is what the test lets pass.
    return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(read) })
  })
  await open(page, `${running.address}/football/faq?lang=${language}`)
  return {
    page,
    state,
    /** Lets so much time pass for the page. */
    pass: (milliseconds: number) => page.clock.fastForward(milliseconds),
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The cells of the sale's countdown with their letters, in one word: `1d00h09m`. */
const cells = (page: Page) =>
  banner(page)
    .locator('[aria-hidden="true"]')
    .evaluateAll((all) => all.map(({ textContent }) => textContent).join(''))
const label = (page: Page) => banner(page).locator('span').first().innerText()
/** What the banner reads, without what it says to those who do not see it. */
const said = (page: Page) =>
  banner(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const spoken of copy.querySelectorAll('[aria-live]')) spoken.remove()
    return copy.textContent?.replace(/\s+/g, ' ').trim()
  })
const seasonText = async (page: Page) => (await season(page).innerText()).replace(/\s+/g, ' ').trim()

const WORDS = {
  en: {
    next: 'Next sale in:',
    live: 'Sale is live! Grab your pack now!',
    none: 'No sale right now',
    starts: 'Season 3 starts in:',
    isLive: 'Season 3 is live',
    units: ['2 days', '1 day', '2 hours', /^\d+ minutos?$|^\d+ minutes?$/, /^\d+ seconds?$/],
  },
  es: {
    next: 'Próxima venta en:',
    live: '¡Venta abierta! ¡Llévate tu sobre ya!',
    none: 'Ahora no hay venta',
    starts: 'La temporada 3 empieza en:',
    isLive: 'Temporada 3 en juego',
    units: ['2 días', '1 día', '2 horas', /^\d+ minutos?$/, /^\d+ segundos?$/],
  },
} as const

describe.each(['en', 'es'] as const)('countdowns and banners in %s', (language) => {
  const words = WORDS[language]

  it("sale banner: 'Next sale in:' before the sale start and 'Sale is live!' after it, without a reload and by the gateway's time", async () => {
    const { page, pass } = await openBefore({ sale: DAY + 10 * MINUTE, language })
    await mark(page)
    await expect.poll(() => label(page)).toBe(words.next)
    // The visitor's clock is years behind: by it there would be thousands of days.
    await expect.poll(() => cells(page)).toMatch(/^1d00h\d\dm$/)
    await pass(DAY + 10 * MINUTE)
    await expect.poll(() => said(page)).toBe(words.live)
    expect(await isMarked(page)).toBe(true)
  })

  it("a season countdown reads 'Season 3 starts in:' and at zero shows 'Season 3 is live'; it shows days, then hours, minutes, seconds in turn", async () => {
    const { page, pass } = await openBefore({ season: 2 * DAY + 30 * MINUTE, language })
    const [days, day, hours, minutes, seconds] = words.units
    const unit = async () => (await seasonText(page)).replace(`${words.starts} `, '')
    await expect.poll(unit).toBe(days)
    expect(await seasonText(page)).toBe(`${words.starts} ${days}`)
    await pass(DAY)
    await expect.poll(unit).toBe(day)
    await pass(DAY - 2 * HOUR)
    await expect.poll(unit).toBe(hours)
    await pass(2 * HOUR)
    await expect.poll(unit).toMatch(minutes)
    // A moment of less than a minute is left, however long the page took to open.
    for (let left = 30; left > 0 && !seconds.test(await unit()); left--) await pass(MINUTE)
    await pass(MINUTE)
    await expect.poll(() => seasonText(page)).toBe(words.isLive)
  })

  it("'Sale is live!' shows only while a drop is on sale: without one the banner counts to the next, or says that there is none", async () => {
    const { page, pass, state } = await openBefore({ sale: -HOUR, drops: { startsIn: 2 * HOUR }, language })
    await expect.poll(() => label(page)).toBe(words.next)
    await expect.poll(() => cells(page)).toMatch(/^0d0[12]h\d\dm\d\ds$/)
    await pass(2 * HOUR)
    await expect.poll(() => said(page)).toBe(words.live)
    state.drops = 'none'
    await pass(10 * MINUTE)
    await expect.poll(() => said(page)).toBe(words.none)
  })

  it("goes by the specification's times when the drops cannot be read", async () => {
    const { page } = await openBefore({ sale: -HOUR, drops: 'unreadable', language })
    await expect.poll(() => said(page)).toBe(words.live)
  })
})

it('countdown text: days, hours and minutes, plus seconds when under one day; updates every second, and so does the season', async () => {
  const { page, pass } = await openBefore({ sale: DAY + 30 * MINUTE, season: HOUR + 12 * MINUTE })
  await expect.poll(() => cells(page)).toMatch(/^1d00h\d\dm$/)
  await pass(HOUR)
  await expect.poll(() => cells(page)).toMatch(/^0d23h\d\dm\d\ds$/)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10 * MINUTE)
  const secondsLeft = async () => {
    const [, hours, minutes, seconds] = /^0d(\d\d)h(\d\d)m(\d\d)s$/.exec(await cells(page)) ?? []
    return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  }
  const seasonLeft = async () => Number(/(\d+) seconds?$/.exec(await seasonText(page))?.[1])
  // The clock stands: what is left of the second minute passes as the test says.
  for (let second = 0; second < 120 && Number.isNaN(await seasonLeft()); second++) await page.clock.runFor(1000)
  for (let second = 0; second < 3; second++) {
    const before = await secondsLeft()
    const seasonBefore = await seasonLeft()
    await page.clock.runFor(1000)
    await expect.poll(secondsLeft).toBe(before - 1)
    await expect.poll(seasonLeft).toBe(seasonBefore - 1)
  }
})

it('nothing moves at any width when the sale and the season begin, in the language with the longer words', async () => {
  const { page, pass } = await openBefore({ sale: DAY + 10 * MINUTE, season: DAY + 10 * MINUTE, language: 'es' })
  await expect.poll(() => cells(page)).toMatch(/^1d/)
  // What a face moves when it comes is another test's.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  /** Where all of the header stands, at each width. */
  const boxes = async () => {
    const all: string[][] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // The words of the banner lead to the packs once they are on sale.
      const parts = page.locator('#fh-header a:not([href*="#"]), #fh-header button, #fh-main h1')
      all.push(
        await parts.evaluateAll((all) =>
          all.map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            return `${element.textContent}: ${x} ${y} ${width} ${height}`
          }),
        ),
      )
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${width} pixels`).toBeLessThanOrEqual(0)
    }
    return all
  }
  const before = await boxes()
  await pass(HOUR)
  await expect.poll(() => cells(page)).toMatch(/^0d23h\d\dm\d\ds$/)
  expect(await boxes()).toEqual(before)
  await pass(DAY)
  await expect.poll(() => said(page)).toBe(WORDS.es.live)
  expect(await boxes()).toEqual(before)
})
