import type { Language } from '@fieldhouse/contract'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { axe, sights, windowOf } from '../harness/axe'
import { onlooker, open, visitor } from '../harness/browser'
import { buy } from '../harness/chain'
import { builtEdition, expectSame } from '../harness/composed'
import { drop, onSale, WITHIN_SECONDS } from '../harness/purchase'
import { fieldhouse, ownStore } from '../harness/shipping'
import { site } from '../harness/site'
import { ownPage, shownDrop } from '../harness/slip'

// A pause stands in the store, which other tests must not have.
const store = await ownStore('paused-sale')
const running = await site({ store, drops: 3, buyers: 0 })

const NOTICE: Record<Language, string> = {
  en: 'We are looking at the price feed. Back at 20:00 UTC.',
  es: 'Estamos mirando el precio. Volvemos a las 20:00 UTC.',
}
const WORDS: Record<Language, string> = { en: 'Sale paused', es: 'Venta en pausa' }

/** Pauses the sale as ops do, or lets it go on. */
const tell = async (command: 'pause-sale' | 'resume-sale') => {
  const notice = command === 'pause-sale' ? ['--en', NOTICE.en, '--es', NOTICE.es] : []
  await fieldhouse([command, '--store', store, ...notice, 'football'])
}

/** A drop that is on sale, and the address of its page. */
async function sold(): Promise<{ name: string; path: string }> {
  const name = await onSale(running)
  return { name, path: await ownPage(running, name) }
}

/** The board of the front page, which follows the drops once the page has been there for some seconds. */
const board = (page: Page) => page.getByRole('region', { name: /At the gate|En la puerta/ })
async function openBoard(page: Page, language: Language): Promise<void> {
  const keeps = (text: string) => text.includes('[aria-labelledby="gate"]')
  const kept = page.waitForResponse(
    async (answer) => answer.request().resourceType() === 'script' && keeps(await answer.text()),
    { timeout: WITHIN_SECONDS },
  )
  await open(page, `${running.address}/?lang=${language}`)
  await kept
}

/** Where the drop stands on the pages that sell it. */
const shownOn = (list: Page, own: Page, name: string) => [drop(list, name), own.locator('#fh-main article').last()]

it('reaches open pages, and so does its end', async () => {
  const language = 'es'
  const { name, path } = await sold()
  const [list, own, home] = [await visitor(), await visitor(), await visitor()]
  await openBoard(home.page, language)
  await open(list.page, `${running.address}/football?lang=${language}`)
  await open(own.page, `${running.address}${path}?lang=${language}`)
  const places = shownOn(list.page, own.page, name)
  for (const place of places) await place.locator('button').last().waitFor()
  await tell('pause-sale')
  try {
    const within = { timeout: WITHIN_SECONDS }
    const onBoard = board(home.page).getByText(NOTICE[language]).first().waitFor(within)
    await Promise.all([
      onBoard,
      ...places.map(async (place) => {
        await place.getByText(NOTICE[language]).waitFor(within)
        await expect.poll(() => place.innerText()).toContain(WORDS[language])
        await expect.poll(() => place.locator('button').count()).toBe(0)
      }),
    ])
    await expect.poll(() => board(home.page).innerText()).toContain(WORDS[language])
  } finally {
    await tell('resume-sale')
  }
  await Promise.all(places.map((place) => place.locator('button').last().waitFor({ timeout: WITHIN_SECONDS })))
  await board(home.page).getByText(NOTICE[language]).first().waitFor({ state: 'detached', timeout: WITHIN_SECONDS })
  expect([...list.troubles.all(), ...own.troubles.all(), ...home.troubles.all()]).toEqual([])
})

it('the open front page has a sale that opens, and has no more what is sold out, where the focus stays', async () => {
  const { page, troubles } = await visitor()
  await openBoard(page, 'en')
  // The first to end is the first on the board.
  const name = await onSale(running, { max_claimable: 2, end_time: Math.floor(Date.now() / 1000) + 900 })
  const link = board(page).locator('li', { hasText: name }).getByRole('link')
  await link.waitFor({ timeout: WITHIN_SECONDS })
  const next = board(page).getByRole('link').last()
  await next.focus()
  const href = await next.getAttribute('href')
  await buy(running, await shownDrop(running, name), 2)
  await link.waitFor({ state: 'detached', timeout: WITHIN_SECONDS })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href)
  expect(troubles.all()).toEqual([])
})

it('is on a page from the start, without script too, as the gateway and a developer compose it', async () => {
  const { name, path } = await sold()
  await tell('pause-sale')
  onTestFinished(() => tell('resume-sale'))
  // A page is composed of data that is a moment old.
  const served = async (at: string) => (await fetch(`${running.address}${at}`)).text()
  for (const at of ['/', '/football', path]) await expect.poll(() => served(at)).toContain(NOTICE.en)
  const { local } = await builtEdition('football')
  for (const language of ['en', 'es'] as const) {
    const { page, context } = await onlooker({ javaScriptEnabled: false })
    const own = await context.newPage()
    await page.goto(`${running.address}/football?lang=${language}`)
    await own.goto(`${running.address}${path}?lang=${language}`)
    for (const place of shownOn(page, own, name)) {
      const said = await place.innerText()
      expect(said).toContain(WORDS[language])
      expect(said).toContain(NOTICE[language])
      expect(await place.locator('a[href^="#"]:visible, button:visible').count()).toBe(0)
    }
    for (const at of ['/football', path])
      expect(await expectSame(running, local, at, language)).toContain(NOTICE[language])
    await page.goto(`${running.address}/?lang=${language}`)
    expect(await page.getByRole('region', { name: /At the gate|En la puerta/ }).innerText()).toContain(NOTICE[language])
  }
})

it.each(sights)('says so in a way that axe finds nothing wrong with, at %i px, %s, in %s', async (...sight) => {
  const [, , language] = sight
  const { path } = await sold()
  await tell('pause-sale')
  onTestFinished(() => tell('resume-sale'))
  for (const at of ['/', '/football', path]) {
    const { page } = await onlooker(windowOf(sight))
    const address = `${running.address}${at}?lang=${language}`
    // A page is composed of data that is a moment old.
    await expect.poll(async () => (await fetch(address)).text()).toContain(NOTICE[language])
    await open(page, address)
    expect(await axe(page), at).toEqual([])
  }
})
