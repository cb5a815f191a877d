import { describe, expect, it } from 'vitest'
import { open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

/**
 * What the document looked like at its first paint: a page that changes its
 * theme later has flashed.
 */
async function painted(colorScheme: 'light' | 'dark', stored: string | null) {
  const { page } = await visitor({ colorScheme })
  await page.addInitScript((theme) => {
    if (theme !== null) localStorage.setItem('theme', theme)
    const changes: (string | null)[] = []
    ;(window as unknown as { themes: unknown }).themes = changes
    // The first frame is painted after the first animation callback that finds a body.
    const look = () => {
      changes.push(document.documentElement.getAttribute('data-theme'))
      requestAnimationFrame(look)
    }
    const wait = () => (document.body ? look() : requestAnimationFrame(wait))
    requestAnimationFrame(wait)
  }, stored)
  await open(page, `${running.address}/football`)
  await page.waitForFunction(() => (window as unknown as { themes: unknown[] }).themes.length > 0)
  const seen = await page.evaluate(() => [...new Set((window as unknown as { themes: (string | null)[] }).themes)])
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  return { seen, background }
}

describe('the theme', () => {
  it.each([
    ['light', null, 'light'],
    ['dark', null, 'dark'],
    ['dark', 'system', 'dark'],
    ['light', 'dark', 'dark'],
    ['dark', 'light', 'light'],
    ['dark', 'sepia', 'dark'],
  ] as const)(
    'of a system that is %s, with %s stored, is %s from the first paint on',
    async (system, stored, theme) => {
      expect((await painted(system, stored)).seen).toEqual([theme])
    },
  )

  it('paints other colours by day and by night', async () => {
    const day = await painted('light', null)
    const night = await painted('dark', null)
    expect(day.background).not.toBe(night.background)
  })

  it('follows the switch and outlives a reload', async () => {
    const { page, troubles } = await visitor({ colorScheme: 'dark' })
    await open(page, `${running.address}/football`)
    const buttons = page.locator('#fh-header [role="group"] button:visible')
    expect(await buttons.count()).toBe(3)
    await page.locator('#fh-header [role="group"] button:visible').first().click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    expect(troubles.all()).toEqual([])
  })

  it('follows the system while it is set to', async () => {
    const { page } = await visitor({ colorScheme: 'dark' })
    await open(page, `${running.address}/football`)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  })

  it('stays as it was when storage is closed', async () => {
    const { page, troubles } = await visitor({ colorScheme: 'dark' })
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('closed', 'SecurityError')
        },
      })
    })
    await open(page, `${running.address}/football`)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(troubles.all()).toEqual([])
  })
})
