import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWalletScript, LOGIN_BUDGET, loginChoices } from '@fieldhouse/build'
import { ask } from '../../scripts/lib/ask.mjs'
import { dist, editions } from '../../scripts/lib/paths.mjs'
import { withBrowser } from '../paint/browser.mjs'
import { kilobytes } from '../report/figures.mjs'
import { buildFloors } from './floors.mjs'

/** The targets for a first page before login, bytes of script with brotli (1 kB is 1000 bytes). */
const MOST_SCRIPT = 120_000
const MOST_OWN = 25_000
const MOST_REQUESTS = 6

/** Script bytes and requests of each route's first page, beside the floors. */
export async function measureScripts(report, _context, site) {
  const floors = await buildFloors()
  report.section(
    'Script of a first page, as the browser receives it (brotli / gzip, external scripts)',
    `floor React alone: ${sizes(floors.react)}`,
    `floor the same libraries with none of our code, host and shell: ${sizes(floors.shell)}`,
    `floor the same libraries with none of our code, host, shell and one edition: ${sizes(floors.shellAndEdition)}`,
  )
  const weighed = new Map()
  await withBrowser(async (browser) => {
    for (const path of await routes()) {
      const addresses = await scriptsOfPage(browser, site.address + path)
      for (const address of addresses) {
        if (weighed.has(address)) continue
        weighed.set(address, { brotli: await sizeOf(address, 'br'), gzip: await sizeOf(address, 'gzip') })
      }
      const sum = (encoding) => addresses.reduce((total, address) => total + weighed.get(address)[encoding], 0)
      const page = { brotli: sum('brotli'), gzip: sum('gzip'), requests: addresses.length }
      const floor = addresses.every((address) => /\/_r\/(host|shell)\//.test(address))
        ? floors.shell
        : floors.shellAndEdition
      const own = page.brotli - floor.brotli
      report.figure(path, sizes(page), {
        beside: `ours ${kilobytes(own)}, ${(page.brotli / floors.react.brotli).toFixed(2)} times React alone`,
        target: '120 kB, ours 25 kB, 6 req.',
        kept: page.brotli <= MOST_SCRIPT && own <= MOST_OWN && page.requests <= MOST_REQUESTS,
      })
    }
    await measureWallets(report, browser, site)
  })
}

/** What logging in with each wallet brings. */
async function measureWallets(report, browser, site) {
  const weighed = new Map()
  for (const address of await walletsOfPage(browser, `${site.address}/`))
    weighed.set(fileOf(address), await sizeOf(address, 'gzip'))
  for (const [name, scripts] of loginChoices([...weighed.keys()])) {
    const gzip = scripts.reduce((total, script) => total + weighed.get(script), 0)
    report.figure(`login with ${name} (gzip)`, kilobytes(gzip), {
      beside: scripts.map((script) => `${script.split('.')[0]} ${kilobytes(weighed.get(script))}`).join(', '),
      target: `at most ${kilobytes(LOGIN_BUDGET)}`,
      kept: gzip <= LOGIN_BUDGET,
    })
  }
}

const sizes = ({ brotli, gzip, requests }) => `${kilobytes(brotli)} / ${kilobytes(gzip)} ${requests} req.`

/** Every route of the built releases. */
async function routes() {
  const manifests = await Promise.all(
    editions.map(async (edition) => JSON.parse(await readFile(join(dist(edition), 'release.json'), 'utf8'))),
  )
  return manifests.flatMap(({ routes = [] }) => routes.filter(({ item }) => !item).map(({ path }) => path))
}

/** The scripts that a browser with empty caches asks for, in the order in which it does. */
async function scriptsOfPage(browser, address) {
  const context = await browser.newContext({ locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const asked = []
    page.on('request', (request) => {
      // What measures a view, a share of the documents loads when they are idle: no page waits for it.
      const isMeasuring = /\/host-vitals\.[0-9a-f]+\.js$/.test(request.url())
      if (request.resourceType() === 'script' && !isMeasuring) asked.push(request.url())
    })
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForLoadState('networkidle', { timeout: 60_000 })
    return asked
  } finally {
    await context.close()
  }
}

const fileOf = (address) => new URL(address).pathname.split('/').at(-1)

/** The wallets' scripts that a page's import map allows, which are all that it could load. */
async function walletsOfPage(browser, address) {
  const page = await browser.newPage()
  try {
    await page.goto(address, { timeout: 60_000 })
    const map = await page.locator('script[type=importmap]').textContent({ timeout: 10_000 })
    return Object.keys(JSON.parse(map).integrity)
      .map((path) => new URL(path, address).href)
      .filter((script) => isWalletScript(fileOf(script)))
  } finally {
    await page.close()
  }
}

/** Files below this size, bytes, have no compressed form (docs/edition-contract.md, "A release folder"). */
const SMALLEST_COMPRESSED = 256

/** Bytes of an answer's body as it is sent. @throws Error when the encoding is another one, of a file that has it */
export async function sizeOf(address, encoding) {
  const { status, headers, body } = await ask(address, { headers: { 'Accept-Encoding': encoding } })
  const isPlain = !headers['content-encoding'] && body.length < SMALLEST_COMPRESSED
  if (status !== 200 || (headers['content-encoding'] !== encoding && !isPlain))
    throw new Error(`reading ${address} as ${encoding}: status ${status}, encoding ${headers['content-encoding']}`)
  return body.length
}
