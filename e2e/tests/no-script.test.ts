import type { Language } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { onlooker } from '../harness/browser'
import { type DropRow, rowsOf } from '../harness/chain'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

// Twelve drops of each edition are in every state that there is.
const running = await site({ drops: 12 })

type State = 'live' | 'soon' | 'soldOut' | 'ended'

/** The words that tell a drop's state to a reader. */
const WORDS: Record<Language, Record<State, RegExp>> = {
  en: { live: /live/i, soon: /opens/i, soldOut: /sold out/i, ended: /sale over/i },
  es: { live: /abierta/i, soon: /abre/i, soldOut: /agotado/i, ended: /termin/i },
}

function stateOf(row: DropRow): State {
  const now = Date.now() / 1000
  if (row.end_time !== 0 && row.end_time <= now) return 'ended'
  if (Number(row.max_claimable) > 0 && Number(row.current_claimed) >= Number(row.max_claimable)) return 'soldOut'
  return row.start_time > now ? 'soon' : 'live'
}

it.each(['en', 'es'] as const)(
  'names every drop with its price and its state without JavaScript in %s',
  async (language) => {
    const { page } = await onlooker({ javaScriptEnabled: false })
    const seen = new Set<State>()
    for (const edition of ['football', 'basketball']) {
      const rows = (await rowsOf<DropRow>(running, 'drops')).filter((row) => row.edition === edition && !row.is_hidden)
      expect(rows).toHaveLength(12)
      await page.goto(`${running.address}/${edition}?lang=${language}`)
      expect(await drops(page).count()).toBe(12)
      for (const row of rows) {
        const drop = drops(page).filter({ has: page.getByRole('heading', { name: row.name, exact: true }) })
        const text = await drop.innerText()
        const state = stateOf(row)
        seen.add(state)
        expect(text, row.name).toMatch(WORDS[language][state])
        if (state === 'live' || state === 'soon')
          expect(text.replaceAll(/\s/g, ''), row.name).toContain(row.listing_price.split('.')[0] ?? '')
      }
    }
    expect([...seen].sort()).toEqual(['ended', 'live', 'soldOut', 'soon'])
  },
)

it.each([
  ['en', 'To buy, switch on JavaScript'],
  ['es', 'Para comprar, activa JavaScript'],
])('says what buying needs without JavaScript, and has no control that does nothing: %s', async (language, words) => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/football?lang=${language}`)
  const live = drops(page).filter({ hasText: WORDS[language as Language].live })
  expect(await live.count()).toBeGreaterThan(0)
  for (const drop of await live.all()) {
    expect(await drop.innerText()).toContain(words)
    expect(await drop.locator('a:visible:not(h3 a), button:visible').count()).toBe(0)
    // Its name leads to its page, which needs no script.
    const own = await drop.locator('h3 a').getAttribute('href')
    expect((await fetch(running.address + own)).status).toBe(200)
  }
})

it.each([360, 1440])("says so on a drop's own page, too: %i px", async (width) => {
  const { page } = await onlooker({ javaScriptEnabled: false, viewport: { width, height: 800 } })
  const rows = (await rowsOf<DropRow>(running, 'drops')).filter((one) => one.edition === 'football' && !one.is_hidden)
  const row = rows.find((one) => stateOf(one) === 'live')
  await page.goto(`${running.address}/football/drops/${row?.drop_id}`)
  expect(await page.locator('#fh-main').innerText()).toContain('To buy, switch on JavaScript')
  expect(await page.locator('#fh-main a[href^="#buy-"]:visible').count()).toBe(0)
})

it('has no control on a wall that does nothing without JavaScript', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/football/wall/vault.wam`)
  await page
    .locator('#fh-main')
    .getByText(/switch on JavaScript/)
    .waitFor()
  expect(await page.locator('#fh-main button:visible').count()).toBe(0)
})

it('marks the texts of drops that the settings have in English alone, on Spanish pages', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  for (const [language, marked] of [
    ['es', '" (en inglés)"'],
    ['en', 'none'],
  ]) {
    await page.goto(`${running.address}/football?lang=${language}`)
    const text = page.locator('#fh-main p[data-row]').first()
    expect(await text.innerText()).toBe('A pack of cards for whoever comes to the game tonight.')
    expect(await text.getAttribute('lang')).toBe('en')
    expect(await text.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(marked)
  }
})

it.each([
  [
    'en',
    /Cards in a pack: \d+\. (One of them is [\w-]+ or rarer|No tier is guaranteed)/,
    /Odds of each card: ([\w-]+ [\d.]+%(, |\.)){5}/,
  ],
  [
    'es',
    /Cartas por sobre: \d+\. (Una de ellas es \S+ o más rara|No se garantiza)/,
    /Probabilidades de cada carta: .* [\d,]+\u00a0%\./,
  ],
] as const)("tells on a drop's page what is in its packs without JavaScript: %s", async (language, contents, odds) => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  const [row] = (await rowsOf<DropRow>(running, 'drops')).filter(
    ({ edition, is_hidden }) => edition === 'football' && !is_hidden,
  )
  await page.goto(`${running.address}/football/drops/${row?.drop_id}?lang=${language}`)
  const text = await page.locator('#fh-main article header').innerText()
  expect(text).toMatch(contents)
  expect(text).toMatch(odds)
})

it('reads whole without JavaScript: heading, text, navigation and footer', async () => {
  const { page } = await onlooker({ javaScriptEnabled: false })
  await page.goto(`${running.address}/`)
  expect(await page.locator('h1').isVisible()).toBe(true)
  await page.locator('#fh-main a[href="/basketball"]').first().click()
  await page.waitForURL('**/basketball')
  expect(await page.locator('#fh-footer').isVisible()).toBe(true)
  expect((await page.locator('#fh-footer a').all()).length).toBeGreaterThan(4)
})
