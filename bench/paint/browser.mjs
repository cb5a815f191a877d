import { chromium as playwright } from 'playwright-core'
import { chromium } from '../../scripts/lib/chromium.mjs'

/** Lends a browser to a function; it is closed whatever happens. */
export async function withBrowser(use) {
  const browser = await playwright.launch({ ...(await chromium()), headless: true })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
