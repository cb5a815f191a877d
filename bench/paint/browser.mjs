import { chromium as playwright } from 'playwright-core'
import { chromium } from '../../scripts/lib/chromium.mjs'

/**
 * Lends a browser to a function; it is closed whatever happens.
 * @param flags of the browser besides
 */
export async function withBrowser(use, flags = []) {
  const launch = await chromium()
  const browser = await playwright.launch({ ...launch, args: [...launch.args, ...flags], headless: true })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
