import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { holdBack, hydrated, onlooker } from '../harness/browser'
import { drop, onSale } from '../harness/purchase'
import { site } from '../harness/site'

const running = await site({ buyers: 0 })

/** What buys a drop before the page's code is there. */
const buyLink = (page: Page, name: string) => drop(page, name).locator('a[href^="#buy-"]')

/** A drop that a page has from the start: one without its code cannot ask again. */
async function composed(): Promise<string> {
  const name = await onSale(running)
  const page = async () => (await fetch(`${running.address}/football`)).text()
  await expect.poll(page).toContain(`>${name}<`)
  return name
}

/** Waits until all of the page is there but its code, which its load waits for. */
const parsed = (page: Page) => page.waitForFunction(() => document.readyState !== 'loading')

/** The box of the pressed control, and how far the page is scrolled. */
const standing = async (page: Page, name: string) => ({
  box: await buyLink(page, name).or(drop(page, name).getByRole('button')).boundingBox(),
  scrolled: await page.evaluate(() => scrollY),
})

describe.each([
  ['the host', /\/_r\/host\/host\./],
  ["the edition's remote", /\/_r\/football\/remoteEntry\./],
])('a press on buy before %s is there', (_, script) => {
  it.each([
    ['mouse', 'en', 'Login to Buy', 'One moment…'],
    ['keyboard', 'es', 'Entra y compra', 'Un momento…'],
  ] as const)('is heard at once, moves nothing, and is answered: by %s, %s', async (by, language, words, wait) => {
    const name = await composed()
    const { page, troubles } = await onlooker()
    const letGo = await holdBack(page, script)
    await page.goto(`${running.address}/football?lang=${language}`, { waitUntil: 'commit' })
    const link = buyLink(page, name)
    await parsed(page)
    await link.scrollIntoViewIfNeeded()
    expect(await link.innerText()).toMatch(new RegExp(`^${words}`, 'i'))
    const before = await standing(page, name)
    if (by === 'mouse') await link.click()
    else await link.press('Enter')
    await expect.poll(() => link.innerText()).toMatch(new RegExp(`^${wait}`, 'i'))
    expect(await standing(page, name)).toEqual(before)
    letGo()
    await page.getByRole('dialog', { name: language === 'en' ? /^Welcome to / : /^Te damos la bienvenida / }).waitFor()
    await hydrated(page)
    // While React puts its button in the place of the link there is neither for a moment.
    await expect.poll(() => standing(page, name)).toEqual(before)
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    expect(troubles.all()).toEqual([])
  })
})

describe.each([
  ['the host', /\/_r\/host\/host\./],
  ["the shell's remote", /\/_r\/shell\/remoteEntry\./],
])('a press on login before %s is there', (_, script) => {
  it.each([
    ['mouse', 'en', 'Login to Buy', 'One moment…', 1440],
    ['keyboard', 'es', 'Entrar', 'Un momento…', 800],
  ] as const)(
    'is heard at once, moves nothing, and is answered: by %s, %s',
    async (by, language, words, wait, width) => {
      const { page, troubles } = await onlooker({ viewport: { width, height: 800 } })
      const letGo = await holdBack(page, script)
      await page.goto(`${running.address}/football/faq?lang=${language}`, { waitUntil: 'commit' })
      await parsed(page)
      const button = page.locator('#fh-header header button[name="login"]')
      expect(await button.innerText()).toMatch(new RegExp(words, 'i'))
      const before = await button.boundingBox()
      if (by === 'mouse') await button.click()
      else await button.press('Enter')
      await expect.poll(() => button.evaluate((it) => getComputedStyle(it, '::after').content)).toBe(`"${wait}"`)
      expect(await button.boundingBox()).toEqual(before)
      letGo()
      await page
        .getByRole('dialog', { name: language === 'en' ? /^Welcome to / : /^Te damos la bienvenida / })
        .waitFor()
      await expect.poll(() => button.innerText()).toMatch(new RegExp(words, 'i'))
      expect(troubles.all()).toEqual([])
    },
  )
})

it('goes back to where the page was when buy was pressed before it was alive', async () => {
  const name = await composed()
  const { page, troubles } = await onlooker()
  const letGo = await holdBack(page, /\/_r\/\w+\/host\./)
  await page.goto(`${running.address}/football`, { waitUntil: 'commit' })
  const link = buyLink(page, name)
  await parsed(page)
  await link.scrollIntoViewIfNeeded()
  const { scrolled } = await standing(page, name)
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  letGo()
  await page.getByRole('dialog').waitFor()
  await hydrated(page)
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  expect(troubles.all()).toEqual([])
})
