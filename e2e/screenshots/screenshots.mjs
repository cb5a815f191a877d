import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium as playwright } from 'playwright-core'
import { buildAll } from '../../scripts/lib/build.mjs'
import { onStop } from '../../scripts/lib/child.mjs'
import { chromium } from '../../scripts/lib/chromium.mjs'
import { dist, editions, state } from '../../scripts/lib/paths.mjs'
import { main, Problem } from '../../scripts/lib/problem.mjs'
import { Progress } from '../../scripts/lib/progress.mjs'
import { requireGo, requireNode, requireSitePorts, sitePort } from '../../scripts/lib/requirements.mjs'
import { startSite, takeReleases } from '../../scripts/lib/site.mjs'
import { pagesOf } from '../pages.mjs'
import { STATES } from './states.mjs'

const WIDTHS = [360, 1440]

/** Homes and drops are composed for these too. */
const MORE_WIDTHS = [768, 1280, 1600, 1920]
const HAS_MORE = [/^\/$/, ...editions.map((edition) => new RegExp(`^/${edition}($|/drops/)`))]

const THEMES = ['dark', 'light']
const LANGUAGES = ['en', 'es']

/** How many pages are looked at side by side. */
const WINDOWS = 3

/** Counts nothing: nobody agrees, and nobody listens there. */
const TAG = 'G-PICTURES http://127.0.0.1:9'

/** How long one picture may take, and all of them, in milliseconds. */
const PICTURE_WITHIN = 20_000
const ALL_WITHIN = 60 * 60_000

const USAGE =
  'npm run screenshots -- [part of a name or path ...] [--width 360,1440] [--theme dark,light] [--language en,es]'

/**
 * `npm run screenshots`: builds what changed, and makes pictures of all pages and their states, in each width, theme and
 * language, for people to look at, into `.fieldhouse/screenshots`; a sheet of each beside them shows its themes and languages at
 * once. Names and options choose some of them. Says how many it made, and which it could not.
 */
main(async () => {
  const chosen = choose()
  requireNode()
  const port = sitePort()
  await requireGo()
  await requireSitePorts(port, 'npm run screenshots')
  const progress = new Progress()
  let isStopped = false
  const stopped = new Promise((resolve) => onStop(resolve)).then(() => {
    isStopped = true
  })
  await Promise.race([buildAll(progress), stopped])
  if (isStopped) return 130
  const folder = join(state, 'screenshots')
  await mkdir(join(folder, 'sheets'), { recursive: true })
  const temporary = await mkdtemp(join(state, 'screenshots-'))
  const failed = []
  let count = 0
  let site
  let browser
  try {
    const start = async (store, some, env = {}) => {
      await takeReleases(
        some.map((edition) => dist(edition)),
        store,
      )
      // Nobody buys: what is left stays what it is.
      return startSite({
        port,
        store,
        log: join(temporary, 'gateway.log'),
        env: { DEVCHAIN_BUYERS: '0', ...env },
        onWarning: (line) => progress.note(`  gateway      ${line}`),
      })
    }
    site = await start(join(temporary, 'store'), editions)
    // It ends by itself only where this command does not end it.
    browser = await playwright.launch({
      ...(await chromium()),
      headless: true,
      handleSIGINT: false,
      handleSIGTERM: false,
    })
    const shots = (await scenes(site.address, chosen)).flatMap((scene) => pictures(scene, chosen))
    if (shots.length === 0) throw new Problem(`Nothing is called ${chosen.parts.join(', ')}: ${USAGE}`)
    const step = progress.step('pictures', `${shots.length} of them`)
    const deadline = Date.now() + ALL_WITHIN
    const sheets = new Map()
    const waiting = shots.filter(({ asking }) => !asking)
    const last = shots.filter(({ asking }) => asking)
    const work = async () => {
      for (let shot = next(); shot; shot = next()) {
        const name = `${shot.name}-${shot.width}-${shot.theme}-${shot.language}.png`
        step.detail(`${shots.length - waiting.length - last.length} of ${shots.length}, ${name}`)
        try {
          if (!(await take(browser, site.address, shot, join(folder, name)))) continue
          count++
          const sheet = `${shot.name}-${shot.width}`
          sheets.set(sheet, [...(sheets.get(sheet) ?? []), name])
        } catch (error) {
          failed.push(`${name}: ${firstLine(error)}`)
        }
      }
    }
    const next = () => (isStopped || Date.now() >= deadline ? undefined : waiting.shift())
    const workAll = () => Promise.race([Promise.all(Array.from({ length: WINDOWS }, work)), stopped])
    await workAll()
    if (last.length > 0 && !isStopped) {
      await site.stop()
      const left = editions.filter((edition) => edition !== 'basketball')
      site = await start(join(temporary, 'store-asking'), left, { GOOGLE_TAG: TAG })
      waiting.push(...last.splice(0))
      await workAll()
    }
    if (isStopped) return 130
    if (waiting.length > 0) failed.push(`${waiting.length} that ${ALL_WITHIN / 60_000} minutes were too short for`)
    for (const [name, names] of sheets) {
      if (isStopped) return 130
      step.detail(`the sheet of ${name}`)
      await contactSheet(browser, folder, name, names.sort()).catch((error) =>
        failed.push(`sheet ${name}: ${firstLine(error)}`),
      )
    }
    step.done(`${count} pictures`)
  } finally {
    await browser?.close()
    await site?.stop()
    await rm(temporary, { recursive: true, force: true })
  }
  for (const line of failed) console.error(`no picture: ${line}`)
  console.log(`${count} pictures in ${folder}`)
  return failed.length > 0 ? 1 : 0
})

const firstLine = (error) => String(error).split('\n')[0]

/** What is asked for. */
function choose() {
  const list = { type: 'string' }
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { width: list, theme: list, language: list },
    })
    const among = (value, all) => {
      const some = value?.split(',') ?? all
      for (const one of some) if (!all.includes(one)) throw new Error(`${one} is none of ${all.join(', ')}`)
      return some
    }
    return {
      parts: positionals,
      widths: values.width && among(values.width, [...WIDTHS, ...MORE_WIDTHS].map(String)).map(Number),
      themes: among(values.theme, THEMES),
      languages: among(values.language, LANGUAGES),
    }
  } catch (error) {
    throw new Problem(`${error.message}: ${USAGE}`)
  }
}

/** The pages, each by itself, and their states. */
async function scenes(address, { parts }) {
  const plain = (await pagesOf(address)).map(({ path }) => ({
    name: path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'),
    path,
  }))
  const isAsked = ({ name, path }) => parts.length === 0 || parts.some((part) => part === path || name.includes(part))
  return [...plain, ...STATES].filter(isAsked)
}

/** A scene in each width, theme and language that is asked for, or in its usual widths. */
function pictures(scene, { widths, themes, languages }) {
  const hasMore = scene.menu || (scene.open === undefined && HAS_MORE.some((path) => path.test(scene.path)))
  const usual = hasMore ? [...WIDTHS, ...MORE_WIDTHS] : WIDTHS
  return (widths ?? usual).flatMap((width) =>
    themes.flatMap((theme) => languages.map((language) => ({ ...scene, width, theme, language }))),
  )
}

/** Takes one picture in its time; false when the scene has none there. */
async function take(browser, address, shot, file) {
  const { width, theme } = shot
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 740 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${PICTURE_WITHIN / 1000} seconds`)), PICTURE_WITHIN)
  })
  try {
    return await Promise.race([draw(context, address, shot, file), late])
  } finally {
    clearTimeout(timer)
    await context.close()
  }
}

async function draw(context, address, { path, as, open, window, language }, file) {
  // Before all of its time is up, so that it says what is missing.
  context.setDefaultTimeout(PICTURE_WITHIN / 2)
  const page = await context.newPage()
  if (as) {
    const record = JSON.stringify({ accountName: as, requestPermission: 'active', wallet: 'anchor' })
    await context.addInitScript((record) => localStorage.setItem('Anchor', record), record)
  }
  await page.goto(`${address}${path}${path.includes('?') ? '&' : '?'}lang=${language}`, { waitUntil: 'networkidle' })
  // What is loaded at sight comes as somebody scrolls past it.
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  // On a busy machine the network rests before React has taken over what is seen: it marks the elements it owns.
  await page.waitForFunction(() => {
    const owned = (root) => Object.keys(root.firstElementChild ?? {}).some((key) => key.startsWith('__reactFiber$'))
    const roots = document.querySelectorAll('#fh-header, #fh-main :is([data-when="sight"], [data-when="idle"])')
    const late = [...roots].find((root) => root.checkVisibility() && root.firstElementChild && !owned(root))
    if (late) late.scrollIntoView()
    else scrollTo(0, 0)
    return !late
  })
  if ((await open?.(page)) === false) return false
  await page.waitForLoadState('networkidle')
  if (!window) await page.evaluate(() => scrollTo(0, 0))
  await page.screenshot({ path: file, fullPage: !window, animations: 'disabled' })
  return true
}

/** The pictures of one width side by side, half as large. */
async function contactSheet(browser, folder, name, names) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 }, deviceScaleFactor: 1 })
  const file = join(folder, 'sheets', `${name}.html`)
  const figures = names.map(
    (picture) => `<figure><img src="../${picture}"><figcaption>${picture}</figcaption></figure>`,
  )
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><style>body{display:flex;gap:8px;align-items:start;font:12px sans-serif}figure{flex:1;min-width:0;margin:0}img{max-width:100%}</style>${figures.join('')}`,
  )
  await page.goto(`file://${file}`)
  // Chromium gives up a picture whose pictures take long to decode.
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
  await page.screenshot({ path: join(folder, 'sheets', `${name}.png`), fullPage: true })
  await page.close()
  await rm(file)
}
