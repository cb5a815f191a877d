import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isFocused, lookAt } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')

it('a dropdown group opens with Enter, closes with Escape and gives the focus back', async () => {
  const { page } = await lookAt(`${running.address}/football`, { viewport: { width: 1024, height: 800 } })
  const group = page.locator('#fh-header header button[aria-expanded]:visible').first()
  await group.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
  const entry = page.locator('#fh-header header button[aria-expanded="true"] + ul a').first()
  expect(await entry.isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  await isFocused(entry)
  await page.keyboard.press('Escape')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
  expect(await entry.isVisible()).toBe(false)
  await isFocused(group)
})

it('the full-screen menu opens with Enter, holds the focus, closes with Escape and gives the focus back', async () => {
  const { page } = await lookAt(`${running.address}/football`, { viewport: { width: 360, height: 740 } })
  const burger = page.locator('#fh-header button[aria-haspopup="dialog"]')
  const menu = page.locator('#fh-header dialog')
  expect(await menu.isVisible()).toBe(false)
  await burger.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => menu.isVisible()).toBe(true)
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const active = document.activeElement
      return active !== null && active !== document.body && active.closest('dialog') === null
    })
    expect(outside, await focused(page)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.isVisible()).toBe(false)
  await isFocused(burger)
})

it('every element that Tab reaches shows that it has the focus, and the first is the way past the navigation', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#fh-main')
  const seen = new Set<string>()
  for (let press = 0; press < 60; press++) {
    const focus = await page.evaluate(() => {
      const active = document.activeElement
      if (!(active instanceof HTMLElement) || active === document.body) return null
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(active)
      return {
        name: active.outerHTML.slice(0, 100),
        shown: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      }
    })
    if (focus === null) break
    seen.add(focus.name)
    expect(focus.shown, focus.name).toBe(true)
    await page.keyboard.press('Tab')
  }
  expect(seen.size).toBeGreaterThan(10)
  await page.locator('a[href="#fh-main"]').press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('fh-main')
})

it('what has the focus above the bar is seen, however far down the page', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  const floor = page.locator('#fh-header a[href="/basketball"]:visible').first()
  await floor.focus()
  await expect.poll(async () => (await floor.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0)
})

it.each([
  ['the floors and then the gate', 360, [false, true]],
  ['the gate and then the floors', 1440, [true, false]],
])('Tab comes to %s of the front page where they stand so: at %i px', async (_, width, order) => {
  const { page } = await lookAt(`${running.address}/`, { viewport: { width, height: 900 } })
  await page.locator('#fh-main').focus()
  const areOfGate: boolean[] = []
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab')
    const [isInside, isOfRoof, isOfGate] = await page.evaluate(() =>
      ['[data-floors]', '[data-floors] nav', '[aria-labelledby="gate"]'].map(
        (part) => document.activeElement?.closest(part) !== null,
      ),
    )
    if (!isInside) break
    if (!isOfRoof && isOfGate !== areOfGate.at(-1)) areOfGate.push(isOfGate === true)
  }
  expect(areOfGate).toEqual(order)
})
