import type { Page, Request } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { STATES } from '../../devchain/states/states.js'
import { axe, looking, sights } from '../harness/axe'
import { onlooker } from '../harness/browser'
import { site } from '../harness/site'

const running = await site({ drops: 'default', buyers: 0 })

const pathOf = (name: string): string => STATES.find((state) => state.name === name)?.path ?? ''

async function show(page: Page, path: string, language: string): Promise<void> {
  await page.goto(`${running.address}${path}&lang=${language}`)
  await page.locator('html[data-state="shown"]').waitFor()
}

it('the page for developers lists every state of slip, line, stage, walls and cards, in the language that is chosen', async () => {
  const { page, troubles } = await onlooker()
  await page.goto(`${running.address}/_dev/states`)
  const links = page.getByRole('listitem').getByRole('link')
  await expect.poll(() => links.count()).toBe(STATES.length)
  await page.getByLabel('Language').selectOption('es')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(STATES.map(({ path }) => `${path}&lang=es`))
  expect(troubles.all()).toEqual([])
})

it('no two states have one name', () => {
  expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length)
})

it.each<[name: string, shows: RegExp]>([
  ['football-slip-wallet', /Waiting for Wombat/i],
  ['football-slip-moved', /The WAX price moved/i],
  ['football-line-queued', /312th of 1,840/i],
  ['basketball-line-turn', /Your turn/i],
  ['football-stage-refused', /The chain said no/i],
  ['basketball-stage-pull-8', /8 cards are yours/i],
  ['football-wall-rafters-71', /127\s+cards are yours/i],
  ['basketball-card-missing', /There is no card here/i],
])('%s opens, and asks no chain', async (name, shows) => {
  const { page } = await onlooker({ reducedMotion: 'reduce' })
  const asked: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(api|v1)\//.test(pathname)) asked.push(pathname)
  }
  page.on('request', note)
  onTestFinished(() => void page.off('request', note))
  await show(page, pathOf(name), 'en')
  await expect.poll(() => page.locator('body').innerText()).toMatch(shows)
  expect(asked).toEqual([])
})

/** Shows a state in Spanish, whose words are longer, with the site's own fonts. */
async function inWindow(name: string, width = 1440, height = 900) {
  const { page } = await onlooker({ viewport: { width, height }, reducedMotion: 'reduce' })
  await show(page, pathOf(name), 'es')
  await page.evaluate(() => document.fonts.ready)
  return page
}

it.each(['line-queued', 'line-ticket', 'line-soldout'])(
  'what is pressed in football-%s is in the first screen',
  async (name) => {
    const page = await inWindow(`football-${name}`)
    const ends = await page
      .locator('[data-slip]')
      .locator('button, a')
      .locator('visible=true')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().bottom))
    expect(ends.length).toBeGreaterThan(0)
    expect(Math.max(...ends)).toBeLessThanOrEqual(900)
  },
)

it.each([360, 1440])('the clock of a sale that opens stays in the place of its button: %i px', async (width) => {
  const page = await inWindow('football-slip-soon', width)
  const free = await page.locator('[data-slip] p > b > span[aria-hidden="true"]').evaluate((words) => {
    const place = words.closest('p')?.getBoundingClientRect()
    const last = words.querySelector('[aria-hidden="true"]')?.getBoundingClientRect()
    return place && last && place.right - last.right
  })
  expect(free).toBeGreaterThan(24)
})

it.each([
  [1440, 640],
  [1024, 768],
])('a button that buys is in the first screen of %i by %i', async (width, height) => {
  const page = await inWindow('football-slip-ready', width, height)
  const buy = page.locator('#fh-main').getByRole('button', { name: /^Comprar/ })
  const ends = await buy.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().bottom))
  expect(Math.min(...ends)).toBeLessThanOrEqual(height)
})

it('the headline of a pull of eight lies over no card', async () => {
  const page = await inWindow('football-stage-pull-8')
  const lines = await page.locator('dialog[open] h2 > span').evaluateAll((spans) =>
    spans.map((span) => {
      const text = document.createRange()
      text.selectNodeContents(span)
      return text.getBoundingClientRect().toJSON()
    }),
  )
  const cards = await page
    .locator('dialog[open] h2 + ul > li')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()))
  expect(cards).toHaveLength(8)
  const covers = (line: DOMRect) => cards.filter(({ top, left }) => line.bottom > top && line.right > left)
  expect(lines.flatMap(covers)).toEqual([])
})

// Minutes: what differs most of them is looked at in the tests of its page.
it.each(process.env.FIELDHOUSE_SOAK ? STATES : [])(
  'axe finds nothing wrong with $name, in every width, theme and language',
  async ({ path }) => {
    for (const language of ['en', 'es']) {
      const { page } = await onlooker(looking({}))
      await show(page, path, language)
      // Where a slip's button stays in sight it lies over what is below, which axe takes for covered for good.
      await page.addStyleTag({
        content: '[data-slip] form > div:has(> [type="submit"]) { position: static !important }',
      })
      for (const sight of sights.filter((sight) => sight[2] === language)) {
        const [width, colorScheme] = sight
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect({ sight, found: await axe(page) }).toEqual({ sight, found: [] })
      }
    }
  },
)
