import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onlooker, open } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')

it('a dropdown group opens with Enter, closes with Escape and gives the focus back', async () => {
  const { page } = await onlooker({ viewport: { width: 1024, height: 800 } })
  await open(page, `${running.address}/football`)
  const group = page.locator('#fh-header header button[aria-expanded]:visible').first()
  await group.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('true')
  const entry = page.locator('#fh-header header button[aria-expanded="true"] + ul a').first()
  expect(await entry.isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await entry.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
  expect(await entry.isVisible()).toBe(false)
  expect(await group.evaluate((button) => button === document.activeElement)).toBe(true)
})

it('the full-screen menu opens with Enter, holds the focus, closes with Escape and gives the focus back', async () => {
  const { page } = await onlooker({ viewport: { width: 360, height: 740 } })
  await open(page, `${running.address}/football`)
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
  expect(await burger.evaluate((button) => button === document.activeElement)).toBe(true)
})

it('the full-screen menu closes when a link in it is chosen', async () => {
  const { page } = await onlooker({ viewport: { width: 360, height: 740 } })
  await open(page, `${running.address}/football`)
  await page.locator('#fh-header button[aria-haspopup="dialog"]').click()
  const menu = page.locator('#fh-header dialog')
  const group = menu.locator('button[aria-expanded]').first()
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await menu.locator('a[href^="/football/"]:visible').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/football\//)
  await expect.poll(() => menu.isVisible()).toBe(false)
})

it('one group is open at a time, and the mouse leaving closes it', async () => {
  const { page } = await onlooker({ viewport: { width: 1024, height: 800 } })
  await open(page, `${running.address}/football`)
  const groups = page.locator('#fh-header header button[aria-expanded]:visible')
  await groups.first().click()
  await expect.poll(() => groups.first().getAttribute('aria-expanded')).toBe('true')
  if ((await groups.count()) > 1) {
    await groups.nth(1).click()
    await expect.poll(() => groups.first().getAttribute('aria-expanded')).toBe('false')
    await groups.first().click()
  }
  await page.mouse.move(500, 780)
  await expect.poll(() => groups.first().getAttribute('aria-expanded')).toBe('false')
})

it('the first Tab reaches the way past the navigation, and it leads to main', async () => {
  const { page } = await onlooker()
  await open(page, `${running.address}/football`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#fh-main')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('fh-main')
})

it('every element that Tab reaches shows that it has the focus', async () => {
  const { page } = await onlooker()
  await open(page, `${running.address}/football`)
  const seen = new Set<string>()
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
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
  }
  expect(seen.size).toBeGreaterThan(10)
})
