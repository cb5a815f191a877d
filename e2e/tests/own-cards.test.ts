import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe, type Sight, windowOf } from '../harness/axe'
import { askedBy, holdBack, isAt, onlooker, open, tabTo, type Visitor, visitor } from '../harness/browser'
import { BUYER, type DropRow, giveClaims, rowsOf, setMedian } from '../harness/chain'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import {
  accountButton,
  confirmSignature,
  isLoggedIn,
  logIn,
  loginModal,
  openFor,
  openLoggedIn,
  recordFor,
} from '../harness/logging-in'
import { bought, buyButton, form, MEDIAN, openForm, WITHIN_SECONDS } from '../harness/purchase'
import { site } from '../harness/site'

// Nobody buys: what is there stays what it is.
const running = await site({ buyers: 0 })

/** Has 1,150 cards and 40 packs, half of them football's (devchain/chain/genesis). */
const COLLECTOR = 'vault.wam'
const CARDS = 575

/** Never held anything. */
const NEWCOMER = 'dave.wam'

/** Somebody whose browser has an account logged in. */
async function onlookerAs(account: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visit = await onlooker(options)
  await isLoggedIn(visit.page, running.address, account)
  return visit
}

/** The same, of whose pages each movement is recorded, and whose scripts come after what is painted, as on a slow network. */
async function recordedAs(account: string, options: BrowserContextOptions): Promise<Visitor> {
  const visit = await visitor(options)
  await visit.context.addInitScript(([key, record]) => localStorage.setItem(key, record), recordFor(account))
  await layoutShifts(visit.page)
  await visit.page.route('**/_r/host/*.js', async (route) => {
    await visit.page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    await route.continue()
  })
  return visit
}

/** The island with what is a user's alone. */
const OWN = '#fh-main :is([data-island="islands/Cards"], [data-island="islands/Tickets"])'

/** What the page says first, above which its name is read and not seen. */
const heading = (page: Page) => page.locator('#fh-main h2:visible').first()

const says = (page: Page, text: string | RegExp) =>
  expect.poll(() => heading(page).innerText(), { timeout: WITHIN_SECONDS }).toMatch(text)

const shownCards = (page: Page) => page.locator('#fh-main a svg[role="img"]')

/** Opens the menu below the account's name. */
async function openMenu(page: Page): Promise<void> {
  const burger = page.locator('#fh-header button[aria-haspopup="dialog"]')
  if (await burger.isVisible()) await burger.press('Enter')
  await accountButton(page, COLLECTOR).locator('visible=true').press('Enter')
}

describe.each([
  ['my-cards', 'Whose wall is this?'],
  ['claims', 'Whose name is it under?'],
])('%s', (name, asks) => {
  it("asks a visitor to log in before any script has run, and fetches no code of what is only a user's", async () => {
    const still = await onlooker({ javaScriptEnabled: false })
    await still.page.goto(`${running.address}/football/${name}`)
    expect(await heading(still.page).innerText()).toMatch(new RegExp(asks.replace('?', '\\?'), 'i'))
    expect(await still.page.locator('#fh-main').getByRole('link', { name: 'Login' }).count()).toBe(0)
    const { page, troubles } = await visitor()
    const asked = askedBy(page)
    await open(page, `${running.address}/football/${name}`)
    await page.waitForLoadState('networkidle')
    const island = page.locator(OWN)
    const script = (await island.getAttribute('data-scripts'))?.split(' ').at(-1)
    expect(script).toMatch(/\.js$/)
    expect(asked.filter((path) => path.endsWith(`/${script}`))).toEqual([])
    await page.locator('#fh-main').getByRole('link', { name: 'Login' }).click()
    await loginModal(page).waitFor()
    expect(troubles.all()).toEqual([])
  })

  it('hears a press on the login that is over before any code is there', async () => {
    const { page } = await onlooker()
    const letGo = await holdBack(page, '**/_r/host/host.*')
    await page.goto(`${running.address}/football/${name}`, { waitUntil: 'commit' })
    await page.locator('#fh-main').getByRole('link', { name: 'Login' }).click()
    await page.mouse.move(0, 0)
    letGo()
    await loginModal(page).waitFor()
    expect(new URL(page.url()).hash).toBe('')
  })

  it('shows a user nothing else, from the first paint on', async () => {
    const { page } = await onlookerAs(NEWCOMER)
    // Nothing runs but what stands in the page's head.
    await page.route('**/_r/host/*.js', (route) => route.abort())
    await page.goto(`${running.address}/football/${name}`)
    expect(await page.getByText(asks).isVisible()).toBe(false)
    expect(await page.locator(OWN).isVisible()).toBe(true)
  })
})

it.each([360, 768, 1280, 1440])("at %i px the account's name leads to what is theirs", async (width) => {
  const { page } = await onlookerAs(COLLECTOR, { viewport: { width, height: 800 } })
  await open(page, `${running.address}/basketball`)
  for (const path of ['/basketball/my-cards', '/basketball/claims']) {
    await openMenu(page)
    await page.locator(`#fh-header a[href="${path}"]`).locator('visible=true').press('Enter')
    await isAt(page, path)
  }
})

it('a visitor who logs in on a page of their own sees what is theirs there', async () => {
  const { page, troubles } = await onlooker()
  await openFor(running, page, 'wombat', '/football/my-cards')
  await says(page, /whose wall/i)
  await logIn(running, page, 'wombat')
  await says(page, /hangs here yet|are? yours/i)
  expect(troubles.all()).toEqual([])
})

/** The widths at which an edition's wall is read: one each, as the walls differ in their look alone; in the whole soak both. */
const READ = [
  ['football', 360, 740],
  ['basketball', 1440, 900],
  ...(process.env.FIELDHOUSE_SOAK
    ? ([
        ['football', 1440, 900],
        ['basketball', 360, 740],
      ] as const)
    : []),
] as const

it.each(READ)(
  'the wall of %s moves nothing while it is read, and has at most 80 cards in the document, at %i px',
  async (edition, width, height) => {
    const { page, troubles } = await recordedAs(COLLECTOR, { viewport: { width, height } })
    await open(page, `${running.address}/${edition}/my-cards`)
    await says(page, new RegExp(`${CARDS}`))
    for (const chosen of ['', 'Walk-on']) {
      if (chosen) await page.getByRole('button', { name: new RegExp(`: ${chosen}$`) }).click()
      for (let screen = 0; screen < 8; screen++) {
        expect(await shownCards(page).count()).toBeLessThanOrEqual(80)
        await page.mouse.wheel(0, height)
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      }
    }
    expect(await shiftsOf(page)).toEqual([])
    expect(troubles.all()).toEqual([])
  },
)

it.each(['football', 'basketball'])(
  'the wall of %s leads to a card of an address of its own, which others can open, and back to it as it was left',
  async (edition) => {
    const { page, troubles } = await onlookerAs(COLLECTOR)
    await open(page, `${running.address}/${edition}/my-cards`)
    await says(page, new RegExp(`${CARDS}`))
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: /^Captain/ }).click()
    // What is looked for comes after what was pressed: until then the racks hang there.
    const found = page.getByRole('list', { name: / cards found$/ })
    await found.waitFor()
    const address = await found.locator('a').nth(6).getAttribute('href')
    // Of its own address: while the wall scrolls, another card is the seventh.
    const card = found.locator(`a[href="${address}"]`)
    const label = (await card.getByRole('img').getAttribute('aria-label')) ?? ''
    await card.click()
    await isAt(page, `/${edition}/my-cards/card`)
    await expect.poll(() => page.locator('#fh-main figure svg').getAttribute('aria-label')).toBe(label)
    const other = await visitor()
    await open(other.page, page.url())
    await expect.poll(() => other.page.locator('#fh-main figure svg').getAttribute('aria-label')).toBe(label)
    await expect.poll(() => other.page.locator('dl').innerText()).toContain(COLLECTOR)
    await page.goBack()
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Captain/ }).getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => page.locator(`#fh-main a svg[aria-label="${label}"]`).isVisible()).toBe(true)
    expect([...troubles.all(), ...other.troubles.all()]).toEqual([])
  },
)

it('hears what is looked for before its code is there, and fetches that of no search', async () => {
  const { page, troubles } = await onlookerAs(COLLECTOR)
  await open(page, `${running.address}/football/my-cards`)
  await says(page, new RegExp(`${CARDS}`))
  const letGo = await holdBack(page, '**/_r/football/*.js')
  await page.getByRole('searchbox').fill('mesa')
  await page.keyboard.press('Tab')
  await tabTo(page, /^Filter/)
  await page.keyboard.press('Enter')
  const captain = page.getByRole('button', { name: /^Captain/ })
  // Held back: nobody was near a search before.
  expect([await captain.count(), await page.getByRole('list', { name: / found$/ }).count()]).toEqual([0, 0])
  letGo()
  await page.getByRole('list', { name: / found$/ }).waitFor()
  expect(await captain.isVisible()).toBe(true)
  expect(troubles.all()).toEqual([])
})

it('comes back to where a long wall was left', async () => {
  const { page } = await onlookerAs(COLLECTOR)
  await open(page, `${running.address}/football/my-cards`)
  await says(page, new RegExp(`${CARDS}`))
  await page.locator('#fh-main select').selectOption('newest')
  const found = page.getByRole('list', { name: / cards found$/ })
  const top = await found.evaluate((list) => {
    const { top, height } = list.getBoundingClientRect()
    scrollTo(0, scrollY + top + height * 0.8)
    return scrollY
  })
  const inSight = page.locator('#fh-main li[aria-posinset="480"] a')
  await inSight.waitFor()
  // As it stands there: to scroll to it would be another place.
  await inSight.dispatchEvent('click')
  await isAt(page, '/football/my-cards/card')
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
})

it.each([
  [412, 'en', 'with'],
  [1440, 'es', 'without'],
] as const)(
  'moves nothing of a page while what is an account’s comes, at %d px, in %s, %s the fonts',
  async (width, language, fonts) => {
    const { page } = await recordedAs(COLLECTOR, { viewport: { width, height: 823 } })
    if (fonts === 'without') await page.route('**/*.woff2', (route) => route.abort())
    const look = async (path: string, shown: string) => {
      await open(page, `${running.address}${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      await page.locator(shown).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await shiftsOf(page), path).toEqual([])
    }
    const card = '#fh-main a[href*="asset="]'
    await look('/football/my-cards', card)
    const address = (await page.locator(card).first().getAttribute('href')) ?? ''
    await look(address, '#fh-main figure svg[role="img"]')
    await look('/football/my-cards/receipt', '#fh-main h1:visible')
    await look('/football/claims', '#fh-main h2:visible')
    await look(`/football/wall/${COLLECTOR}`, card)
    await look('/football/drops/2', '[data-slip]')
    await look('/football/drops/1', '[data-slip]')
    // Digits are not of one width: 417,90 WAX is narrower than 500.00.
    await setMedian(running, MEDIAN)
    await expect.poll(() => page.locator('[data-slip]').innerText()).toContain(language === 'en' ? '499.80' : '499,80')
    expect(await shiftsOf(page), 'another price').toEqual([])
  },
)

it('is operated by keyboard: found, filtered, sorted and opened', async () => {
  const { page } = await onlookerAs(COLLECTOR)
  await open(page, `${running.address}/football/my-cards`)
  await says(page, new RegExp(`${CARDS}`))
  // The way past the navigation leads there.
  await page.locator('#fh-main').focus()
  await tabTo(page, '#fh-main input[type=search]')
  await page.keyboard.type('mesa')
  const found = page.locator('#fh-main ul[aria-label]')
  await expect.poll(() => found.getAttribute('aria-label')).toMatch(/^\d+ cards found$/)
  const all = Number.parseInt((await found.getAttribute('aria-label')) ?? '', 10)
  await tabTo(page, '#fh-main button[aria-controls]')
  await page.keyboard.press('Space')
  await tabTo(page, '#fh-main [aria-pressed]:has(svg)')
  await page.keyboard.press('Space')
  await expect.poll(async () => Number.parseInt((await found.getAttribute('aria-label')) ?? '', 10)).toBeLessThan(all)
  await page.locator('#fh-main select').focus()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, '#fh-main li a')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('#fh-main h1').innerText()).toMatch(/^MESA LANTERNS$/i)
  await page.goBack()
  await expect.poll(() => page.locator('#fh-main input[type=search]').inputValue()).toBe('mesa')
})

it('says why a claim is there in the language of the page, and marks as English what the settings have in none other', async () => {
  const [drop] = await rowsOf<DropRow>(running, 'drops')
  await giveClaims(running, drop?.drop_id, 'bob.wam', ['welcome gift', 'a bet on derby day'])
  const { page } = await onlookerAs('bob.wam')
  for (const [language, ...reasons] of [
    ['es', 'regalo de bienvenida es', 'a bet on derby day en'],
    ['en', 'welcome gift en', 'a bet on derby day en'],
  ]) {
    await open(page, `${running.address}/football/claims?lang=${language}`)
    const shown = () =>
      page
        .locator('#fh-main form h2 [data-row]')
        .evaluateAll((rows) => rows.map((row) => `${row.textContent} ${row.getAttribute('lang')}`))
    await expect.poll(shown, { timeout: WITHIN_SECONDS }).toEqual(expect.arrayContaining(reasons))
  }
})

it('collects what waits with one signature, by keyboard, and the packs are on the wall', async () => {
  const { page, troubles } = await onlooker()
  await openLoggedIn(running, page, 'wombat', '/football/claims')
  await page.getByText('2 claims, 3 packs').waitFor()
  await tabTo(page, '#fh-main form button')
  await confirmSignature.wombat(running, page, () => page.keyboard.press('Enter'))
  await page.getByRole('heading', { name: '3 packs are yours' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('3 packs are yours')
  await accountButton(page).press('Enter')
  await page.locator('#fh-header').getByRole('link', { name: 'My cards' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.locator('#fh-main dl').innerText(), { timeout: WITHIN_SECONDS })
    .toMatch(/Packs to open\s+4\s+Open\s+To collect\s+0/)
  await page.goBack()
  await page.getByRole('heading', { name: 'Collected' }).waitFor()
  expect(troubles.all()).toEqual([])
})

it('a first visit is walked by keyboard: a pack is bought and opened, a card is looked at, and a claim collected', async () => {
  const name = 'Tip-Off'
  await setMedian(running, MEDIAN)
  const { page, troubles } = await onlooker()
  await openLoggedIn(running, page, 'wombat', '/basketball')
  await openForm(page, name, '499.80 WAX')
  await confirmSignature.wombat(running, page, () => buyButton(page, name).press('Enter'))
  await bought(page, name, 1)
  await form(page, name).getByRole('link', { name: 'My cards' }).press('Enter')
  const packs = page.locator('#fh-main dl > div').first()
  await expect.poll(() => packs.innerText(), { timeout: WITHIN_SECONDS }).toMatch(/Packs to open\s+\d+/)
  const count = async (text: Promise<string>) => Number(/\d+/.exec(await text)?.[0])
  const before = await count(heading(page).innerText())
  await tabTo(page, '#fh-main dl button')
  await page.keyboard.press('Enter')
  const stage = page.locator('dialog[open]')
  await stage.getByRole('heading').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Tear it open')
  await confirmSignature.wombat(running, page, () => page.keyboard.press('Enter'))
  const next = stage.getByRole('button', { name: 'Next card' })
  await next.waitFor({ timeout: 2 * WITHIN_SECONDS })
  // One card at a time: the button has the focus, and keeps it.
  for (let place = 1; place < 8; place++) {
    await expect.poll(() => stage.innerText()).toContain(`Card ${place} of 8`)
    expect(await stage.locator('svg[role="img"]').count()).toBe(1)
    await page.keyboard.press(place % 2 ? 'Enter' : 'ArrowRight')
  }
  await stage.getByRole('button', { name: 'See all eight' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('H2')
  const dealt = await stage
    .getByRole('list', { name: 'The cards of the pack' })
    .locator('svg[role="img"]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''))
  expect(dealt).toHaveLength(8)
  await stage.getByRole('button', { name: 'Replay' }).press('Enter')
  await next.waitFor()
  await page.keyboard.press('Escape')
  await stage.waitFor({ state: 'detached' })
  await expect.poll(() => count(heading(page).innerText()), { timeout: WITHIN_SECONDS }).toBe(before + 8)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#fh-main dl') !== null)).toBe(true)
  // What was bought and opened is fetched for who looks at it.
  await page.locator('#fh-footer').scrollIntoViewIfNeeded()
  await page.getByRole('heading', { name: 'What you bought and opened' }).waitFor()
  const deeds = page.locator('#fh-main tbody tr')
  await expect.poll(() => deeds.first().innerText(), { timeout: WITHIN_SECONDS }).toContain('1 pack opened, ')
  expect(await deeds.nth(1).innerText()).toContain(`1 pack, ${name}`)

  // The last that is turned is the best. What is looked for comes after what was typed: until then the racks hang there.
  const best = dealt.at(-1) ?? ''
  await tabTo(page, '#fh-main input[type=search]')
  await page.keyboard.type(/number (\d+)/.exec(best)?.[1] ?? '')
  const found = page.getByRole('list', { name: / cards? found$/ })
  await found
    .locator('a', { has: page.locator(`svg[aria-label="${best}"]`) })
    .first()
    .press('Enter')
  await expect.poll(() => page.locator('#fh-main figure svg').getAttribute('aria-label')).toBe(best)
  await expect.poll(() => page.locator('#fh-main dl').innerText(), { timeout: WITHIN_SECONDS }).toContain(BUYER)
  const lastSale = page.locator('#fh-main dl div').filter({ hasText: 'Last sale' }).locator('dd')
  await expect.poll(() => lastSale.innerText(), { timeout: WITHIN_SECONDS }).toMatch(/\S/)
  await page.getByRole('link', { name: /^Play it/ }).waitFor()
  // To a page for people: the index answers JSON, which is for nobody to read.
  expect(await page.getByRole('link', { name: /^List it/ }).getAttribute('href')).toMatch(/\/market\/asset\/\d+$/)

  const [drop] = (await rowsOf<DropRow>(running, 'drops')).filter((row) => row.name === name)
  await giveClaims(running, drop?.drop_id, BUYER, ['a prize'])
  await accountButton(page).press('Enter')
  await page.locator('#fh-header').getByRole('link', { name: 'Claims' }).press('Enter')
  await page.getByRole('heading', { name: 'a prize' }).waitFor({ timeout: WITHIN_SECONDS })
  // What waits for the account besides is collected with it.
  const packsIn = async (text: Promise<string>) => Number(/(\d+) pack/i.exec(await text)?.[1])
  const waits = await packsIn(page.locator('#fh-main form').innerText())
  expect(waits).toBeGreaterThan(0)
  await tabTo(page, '#fh-main form button')
  await confirmSignature.wombat(running, page, () => page.keyboard.press('Enter'))
  const collected = page.getByRole('heading', { name: /^\d+ packs? (is|are) yours$/ })
  await expect.poll(() => packsIn(collected.innerText()), { timeout: 2 * WITHIN_SECONDS }).toBe(waits)
  expect(troubles.all()).toEqual([])
}, 150_000)

const WAYS: readonly Sight[] = [
  [360, 'dark', 'en'],
  [1440, 'light', 'es'],
  ...(process.env.FIELDHOUSE_SOAK
    ? ([
        [360, 'light', 'es'],
        [1440, 'dark', 'en'],
      ] as const)
    : []),
]

describe.each(WAYS)('at %i px, %s, in %s axe finds nothing', (...way) => {
  const [_width, , language] = way

  /** Opens a page as an account, and waits until what is read of the account stands there. */
  async function look(
    account: string,
    path: string,
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<Page> {
    const { page } = await onlookerAs(account, windowOf(way))
    await prepare(page)
    await open(page, `${running.address}${path}?lang=${language}`)
    await page.waitForLoadState('networkidle')
    return page
  }

  /** Runs axe on a part of what is shown; no window is scrolled sideways. */
  async function findsNothing(page: Page, what: string, within = 'html'): Promise<void> {
    expect(await axe(page, within), what).toEqual([])
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wider(), what).toBe(0)
  }

  // What visitors see there who are not logged in, accessibility.test.ts looks at.
  it.each<[string, account: string, path: string, prepare?: (page: Page) => Promise<unknown>]>([
    ['an empty wall', NEWCOMER, '/basketball/my-cards'],
    ['an empty window', NEWCOMER, '/football/claims'],
    ['tickets', 'bob.wam', '/football/claims'],
    [
      'a wall that cannot be read',
      COLLECTOR,
      '/football/my-cards',
      (page) => page.route('**/api/v1/assets?*', (route) => route.fulfill({ status: 502 })),
    ],
  ])('in %s', async (name, account, path, prepare) => {
    const page = await look(account, path, prepare)
    await heading(page).waitFor()
    await findsNothing(page, name)
  })

  it('in a full wall and the stage', async () => {
    const page = await look(COLLECTOR, '/basketball/my-cards')
    await findsNothing(page, 'a full wall')
    await page.locator('#fh-main dl button').click()
    await page.locator('dialog[open] h2').waitFor()
    await findsNothing(page, 'the stage', 'dialog[open]')
  })

  it('in what is found on a wall and what is not, in its filters, and in the account’s open menu', async () => {
    const page = await look(COLLECTOR, '/football/my-cards')
    const find = page.locator('#fh-main input[type=search]')
    await find.fill('mesa')
    await page.locator('#fh-main ul[aria-label] a path').first().waitFor({ state: 'attached' })
    await findsNothing(page, 'a card that was searched')
    await find.fill('nobody')
    await page.locator('#fh-main ul[aria-label]').waitFor({ state: 'detached' })
    await findsNothing(page, 'what is not there', '#fh-main')
    await find.fill('')
    await page.locator('#fh-main fieldset button').nth(1).click()
    await page.locator('#fh-main search > button').click()
    await page.waitForLoadState('networkidle')
    await findsNothing(page, 'another order, with the filters', '#fh-main')
    await openMenu(page)
    await page.locator('#fh-header a[href$="/claims"]').locator('visible=true').waitFor()
    await findsNothing(page, 'the menu', '#fh-header')
  })
})
