import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, visitor } from '../harness/browser'
import { drop, onSale } from '../harness/purchase'
import { site } from '../harness/site'

const running = await site({ buyers: 0 })

/** Holds back the page's code until it is let go. */
async function heldBack(page: Page, script: RegExp): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** The box of the pressed control, and how far the page is scrolled. */
const standing = async (page: Page, name: string) => ({
  box: await drop(page, name).getByRole('link').or(drop(page, name).getByRole('button')).boundingBox(),
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
    const name = await onSale(running)
    // A page that cannot ask again must have it from the start.
    const composed = async () => (await fetch(`${running.address}/football`)).text()
    await expect.poll(composed).toContain(`>${name}<`)
    const { page, troubles } = await visitor()
    const letGo = await heldBack(page, script)
    await page.goto(`${running.address}/football?lang=${language}`, { waitUntil: 'commit' })
    const link = drop(page, name).getByRole('link')
    await link.scrollIntoViewIfNeeded()
    expect(await link.innerText()).toMatch(new RegExp(`^${words}`, 'i'))
    const before = await standing(page, name)
    if (by === 'mouse') await link.click()
    else await link.press('Enter')
    expect(await link.innerText()).toMatch(new RegExp(`^${wait}`, 'i'))
    expect(await standing(page, name)).toEqual(before)
    letGo()
    await page.getByRole('dialog', { name: language === 'en' ? /^Welcome to / : /^Te damos la bienvenida / }).waitFor()
    await hydrated(page)
    expect(await standing(page, name)).toEqual(before)
    expect(new URL(page.url()).hash).toBe('')
    expect(troubles.all()).toEqual([])
  })
})
