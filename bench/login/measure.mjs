import { withBrowser } from '../paint/browser.mjs'
import { observePaint } from '../paint/observe.mjs'
import { median, spread } from '../report/figures.mjs'
import { observeDialogs } from './observe.mjs'

const PATH = '/football'
const ROUNDS = 15

/** The target, from the click to the painted modal, milliseconds. */
const MOST = 100

const TIMEOUT = 60_000

/** From a click on the login button to the painted modal, beside a dialog of the browser's own. */
export async function measureLogin(report, _context, site) {
  report.section(
    `From the click on Login to the painted modal (${PATH}, median of ${ROUNDS} first presses and spread, ms)`,
    'painted: the task after the first animation frame with the open dialog, by requestAnimationFrame; no throttling',
    'faded in: the same of the first frame in which the dialog is not transparent, as the page itself knows it',
    'warm: the pointer has been on the button, so the lazy part is there; cold: nothing was fetched before the press',
    'floor: a bare dialog that showModal() opens, in the same pages',
  )
  const presses = { warm: [], cold: [], floor: [] }
  await withBrowser(async (browser) => {
    for (let round = 0; round < ROUNDS; round++) {
      presses.cold.push(await visit(browser, site.address + PATH, pressCold))
      // They take turns in going first: the second one finds the browser's dialogs warm.
      const order = round % 2 === 0 ? ['warm', 'floor'] : ['floor', 'warm']
      const pressed = await visit(browser, site.address + PATH, (page) => pressBoth(page, order))
      for (const which of order) presses[which].push(pressed[which])
    }
  })
  const times = (which, frame) => presses[which].map((press) => press[frame])
  const floor = times('floor', 'first')
  for (const which of ['warm', 'cold']) {
    const painted = times(which, 'first')
    report.figure(`${which}, painted`, spread(painted), {
      beside: `floor ${spread(floor)}, ${(median(painted) - median(floor)).toFixed(0)} ms above it`,
      ...(which === 'warm' && { target: `median under ${MOST} ms`, kept: median(painted) < MOST }),
    })
    report.figure(`${which}, faded in`, spread(times(which, 'opaque')))
  }
}

/** Uses a page with empty caches once it is alive and quiet. */
async function visit(browser, address, use) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(observePaint)
    await page.addInitScript(observeDialogs)
    await page.goto(address, { waitUntil: 'load', timeout: TIMEOUT })
    await page.waitForFunction(() => window.paintSeen.alive > 0, undefined, { timeout: TIMEOUT })
    await page.waitForLoadState('networkidle', { timeout: TIMEOUT })
    return await use(page)
  } catch (cause) {
    throw new Error(`logging in on ${address}`, { cause })
  } finally {
    await context.close()
  }
}

const loginButton = (page) => page.locator('#fh-header').getByRole('button', { name: 'Login to Buy' }).first()

/** By script: a pointer would have been on the button first, and have the lazy part fetched. */
async function pressCold(page) {
  if (await page.evaluate(isLazyPartThere)) throw new Error('the lazy part was fetched before the press')
  await loginButton(page).evaluate((button) => button.click())
  return painted(page)
}

async function pressBoth(page, order) {
  await loginButton(page).hover({ timeout: TIMEOUT })
  await page.waitForFunction(isLazyPartThere, undefined, { timeout: TIMEOUT })
  await page.waitForLoadState('networkidle', { timeout: TIMEOUT })
  const pressed = {}
  for (const which of order) {
    const button = which === 'floor' ? await bareButton(page) : loginButton(page)
    await button.click({ timeout: TIMEOUT })
    pressed[which] = await painted(page)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('dialog[open]'), undefined, { timeout: TIMEOUT })
  }
  return pressed
}

/** The overlay is filled by the lazy part itself. */
const isLazyPartThere = () => document.querySelector('#fh-overlay section') !== null

async function bareButton(page) {
  await page.evaluate(() => {
    const button = document.createElement('button')
    button.id = 'bare'
    button.textContent = 'Open'
    Object.assign(button.style, { position: 'fixed', insetBlockEnd: '0', insetInlineStart: '0', zIndex: '99' })
    const dialog = document.createElement('dialog')
    dialog.textContent = 'Opened'
    button.onclick = () => dialog.showModal()
    document.body.append(button, dialog)
  })
  return page.locator('#bare')
}

/** The times of the last press, once the page knows them. It is asked seldom: asking takes the page's time. */
async function painted(page) {
  await page.waitForFunction(() => window.dialogPainted?.opaque, undefined, { timeout: TIMEOUT, polling: 100 })
  return page.evaluate(() => window.dialogPainted)
}
