import { withBrowser } from '../paint/browser.mjs'
import { spread } from '../report/figures.mjs'

/** Packs that are bought and opened in each edition. */
const ROUNDS = 5

/** Of the page's processor, as on a phone. */
const CPU_SLOWDOWN = 4

/** What a visitor may have to do and to endure: presses besides one a card, and milliseconds. */
const MOST_PRESSES = 4
const MOST_STILL = 400
const MOST_TASK = 50

const WITHIN = 60_000

/** An account of the development chain that can pay, and the packs that it buys: eight cards each. */
const BUYER = 'alice.wam'
const DROPS = { football: 'Opening Drive', basketball: 'Tip-Off' }

/** A purchase and its opening, as a visitor walks it with the stand-in Cloud Wallet. */
export async function measureStage(report, _context, site) {
  report.section(
    `From Buy to a pack's last card (Cloud Wallet, CPU x${CPU_SLOWDOWN} on the stage; median of ${ROUNDS} packs and spread, ms)`,
    "presses: on the site's pages and in the wallet's window; still: the longest time without a new picture from the wallet's",
    'last press to the first card; task: the longest task of the page from the press that opens to the last card, with what of',
    'its frame was script, and style and layout',
  )
  await withBrowser(async (browser) => {
    for (const [edition, drop] of Object.entries(DROPS)) {
      const walks = []
      for (let round = 0; round < ROUNDS; round++) walks.push(await walk(browser, site.address, edition, drop))
      const of = (name) => walks.map((walked) => walked[name])
      const presses = Math.max(...of('presses'))
      report.figure(`${edition}, presses`, String(presses), {
        beside: `and one for each of ${of('cards').join(', ')} cards`,
        target: `at most ${MOST_PRESSES}`,
        kept: presses <= MOST_PRESSES,
      })
      report.figure(`${edition}, still`, spread(of('still')), {
        target: `at most ${MOST_STILL}`,
        kept: Math.max(...of('still')) <= MOST_STILL,
      })
      report.figure(`${edition}, longest task`, spread(of('task')), {
        beside: of('frames').flat().slice(0, 4).join('; '),
        target: `at most ${MOST_TASK}`,
        kept: Math.max(...of('task')) <= MOST_TASK,
      })
    }
  })
}

async function walk(browser, address, edition, drop) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(WITHIN)
  try {
    const page = await context.newPage()
    await page.addInitScript(observeTasks)
    let presses = 0
    const press = (locator) => {
      presses += 1
      return locator.click()
    }
    /** What leads to the wallet's window, and the press there. */
    const atWallet = async (locator, name) => {
      const [popup] = await Promise.all([page.waitForEvent('popup'), press(locator)])
      const closed = popup.waitForEvent('close')
      await press(popup.getByRole('button', { name })).catch((error) => {
        if (!/has been closed/.test(String(error))) throw error
      })
      await closed
    }
    await page.goto(`${address}/${edition}`)
    await page.locator('#fh-header').getByRole('button', { name: 'Login' }).click()
    await atWallet(page.getByRole('dialog').getByRole('button', { name: 'Cloud Wallet' }), BUYER)
    await page.locator('#fh-header').getByRole('button', { name: BUYER }).waitFor()
    await page.locator('#fh-main').getByRole('link', { name: drop }).first().click()
    const buy = page.locator('[data-slip]').getByRole('button', { name: /^Buy \d+ pack/ })
    await buy.waitFor()

    presses = 0
    await atWallet(buy, 'Approve')
    const open = page.getByRole('button', { name: 'Open it now' })
    await open.waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.evaluate(() => window.tasksSeen.splice(0))
    await atWallet(open, 'Approve')
    const pictures = await watch(devtools)
    const stage = page.locator('dialog[open]')
    const next = stage.getByRole('button', { name: /^(Next card|See it|See all)/ })
    await next.waitFor()
    const still = await pictures.longest()
    const cards = Number(/Card \d+ of (\d+)/.exec(await stage.textContent())[1])
    for (let card = 0; card < cards; card++) {
      await settled(stage)
      await next.click()
    }
    await stage.getByRole('list', { name: 'The cards of the pack' }).waitFor()
    await settled(stage)
    const tasks = await page.evaluate(() => window.tasksSeen)
    const longest = tasks.toSorted((a, b) => b.duration - a.duration)
    return {
      presses,
      cards,
      still,
      task: longest[0]?.duration ?? 0,
      frames: longest.map(({ words }) => words),
    }
  } catch (cause) {
    throw new Error(`buying and opening a pack at ${address}/${edition}`, { cause })
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything of it does: keeps its frames in which a task was longer than 50 ms. */
function observeTasks() {
  window.tasksSeen = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration, styleAndLayoutStart, blockingDuration, scripts } of list.getEntries()) {
      if (blockingDuration === 0) continue
      const layout = styleAndLayoutStart ? startTime + duration - styleAndLayoutStart : 0
      const script = scripts.reduce((sum, { duration }) => sum + duration, 0)
      const from = scripts.map(({ invoker }) => invoker).join(', ')
      const words = `${Math.round(duration)}: ${Math.round(script)} script (${from}), ${Math.round(layout)} layout and paint`
      window.tasksSeen.push({ duration: 50 + blockingDuration, words })
    }
  }).observe({ type: 'long-animation-frame' })
}

/** Nothing on the stage moves any more. */
const settled = (stage) =>
  stage.evaluate((dialog) =>
    Promise.allSettled(
      dialog.getAnimations({ subtree: true }).map(({ finished, playState }) => playState === 'running' && finished),
    ),
  )

/** Keeps the times of the pictures that the browser makes of a page. */
async function watch(devtools) {
  const times = []
  devtools.on('Page.screencastFrame', ({ metadata, sessionId }) => {
    times.push(metadata.timestamp * 1000)
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 10, maxWidth: 160, maxHeight: 100 })
  return {
    async longest() {
      await devtools.send('Page.stopScreencast')
      return Math.max(...times.slice(1).map((time, index) => time - times[index]))
    },
  }
}
