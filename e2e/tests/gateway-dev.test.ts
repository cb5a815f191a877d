import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { environment } from '../../scripts/lib/child.mjs'
import { composer, root } from '../../scripts/lib/paths.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { hydrated, isAt, isMarked, mark, open, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { builtEdition, expectSame } from '../harness/composed'
import { copyOfWorkspace, keepPictures } from '../harness/copy-of-sources'
import { drops } from '../harness/drops'
import { confirmSignature, logIn } from '../harness/logging-in'
import { bought, buyButton, MEDIAN, onSale, openForm } from '../harness/purchase'
import { site } from '../harness/site'
import { startTool } from '../harness/tool'
import { WORKERS, worker } from '../harness/worker'

// Without buyers the price of WAX stays.
const gateway = await site({ buyers: 0 })

const SALE = '[data-island="islands/Sale"]'

/** Opens something in the island, as a form is open. */
const openInSale = (page: Page) =>
  page.locator(SALE).evaluate((island) => {
    const dialog = Object.assign(document.createElement('dialog'), { id: 'open', textContent: 'Open' })
    island.append(dialog)
    dialog.show()
  })

it.each(['football', 'basketball'])(
  'a page of %s that is composed on this machine is, byte for byte, the one that the gateway composes',
  async (edition) => {
    const { local, manifest } = await builtEdition(edition)
    const routes = manifest.routes.map(({ path }) => path)
    const paths = new Set(routes.filter((path) => !path.includes(':')))
    // No list has the accounts.
    paths.add(`/${edition}/wall/vault.wam`)
    // Its items are there once the chain's and the blog's data are.
    const listed = async () => {
      const sitemap = await (await fetch(`${gateway.address}/sitemap.xml`)).text()
      for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)) {
        const { pathname } = new URL(address, gateway.address)
        // A post has a page in each edition, and the sitemap one of them.
        paths.add(pathname).add(pathname.replace(/^\/\w+(?=\/blog\/)/, `/${edition}`))
      }
      return new Set([...paths].map((path) => local.find(path)?.path))
    }
    await expect.poll(async () => [...(await listed())]).toEqual(expect.arrayContaining(routes))
    const own = [...paths].filter((path) => local.find(path))
    for (const path of own) {
      for (const language of ['en', 'es'] as const) await expectSame(gateway, local, path, language)
    }
  },
)

it('npm run dev football -- --gateway shows a text as it is saved in the site that runs, without Go and without a reload', async () => {
  const copy = await copyOfWorkspace('fieldhouse-gateway-dev-', ['apps', 'packages', 'e2e', 'bench', 'scripts'])
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await keepPictures(join(root, 'apps', 'football'), join(copy, 'apps', 'football'))
  // It was built once, and is no source.
  await cp(composer, join(copy, relative(root, composer)))
  // A go that is called leaves a word.
  const called = join(copy, 'go-was-called')
  const bin = join(copy, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'go'), `#!/bin/sh\ntouch "${called}"\nexit 1\n`)
  await chmod(join(bin, 'go'), 0o755)
  const path = [join(copy, 'node_modules', '.bin'), bin, environment({}, { withTools: false }).PATH].join(delimiter)
  const port = await freePort({ count: 1, share: worker % WORKERS, shares: WORKERS })
  const dev = startTool('npm', ['run', 'dev', 'football', '--', '--gateway', gateway.address], {
    cwd: copy,
    env: { ...environment({ PORT: String(port), NODE_ENV: '' }), PATH: path },
  })
  const builds = (times: number) => dev.prints(/football [0-9a-f]{20} built/, times)
  await builds(1)
  const address = `http://localhost:${port}`

  // The front page is the gateway's, and in-app navigation leads to the local edition.
  const { page, troubles } = await visitor()
  await open(page, `${address}/`)
  await mark(page)
  await page.locator('#fh-main a[href="/football"]:visible').first().click()
  await isAt(page, '/football')
  await hydrated(page)
  await expect.poll(() => drops(page).count()).toBeGreaterThan(0)
  const { lineup } = JSON.parse((await page.textContent('#fh-page')) ?? '{}')
  const live = JSON.parse(/"lineup":(\{.*?\}\}),/.exec(await (await fetch(`${gateway.address}/`)).text())?.[1] ?? '{}')
  expect(lineup.basketball).toEqual(live.basketball)
  expect(lineup.football.release).not.toBe(live.football.release)

  // A text that stands in main and in a source.
  const folder = join(copy, 'apps', 'football', 'src')
  const texts = join(folder, 'texts.ts')
  const source = await readFile(texts, 'utf8')
  const shown = await page.locator('#fh-main p').allTextContents()
  const text = shown.find((text) => text.length > 15 && source.includes(text)) ?? ''
  expect(text, `of ${JSON.stringify(shown)}`).not.toBe('')
  await openInSale(page)
  const save = (words: string) => writeFile(texts, source.replace(text, words))
  await save('Saved while you watched')
  await builds(2)
  await page.locator('#fh-main').getByText('Saved while you watched', { exact: true }).waitFor()
  expect(await page.locator(`${SALE} #open[open]`).count()).toBe(1)

  // What is wrong with it is said, and the page stays.
  await writeFile(texts, `${source}\nexport const = 1\n`)
  await dev.prints(/texts\.ts/)
  expect(await page.locator('#fh-main').getByText('Saved while you watched', { exact: true }).count()).toBe(1)

  // Basketball is the gateway's all along.
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await isAt(page, '/basketball')
  await hydrated(page)
  expect(await isMarked(page)).toBe(true)
  expect(troubles.all()).toEqual([])

  // Loaded in full it is the local one too, in Spanish as well.
  await save('Loaded anew')
  await builds(3)
  await expect.poll(async () => (await fetch(`${address}/football`)).text()).toContain('Loaded anew')
  const second = await visitor()
  await open(second.page, `${address}/football?lang=es`)
  await hydrated(second.page)
  expect(await second.page.locator('#fh-main').getAttribute('data-floor')).toBe('football')
  expect(second.troubles.all()).toEqual([])
  await expect(readFile(called)).rejects.toThrow('ENOENT')

  // Whoever logs in here buys there: with a wallet in a window, and with one that answers over the link service.
  await setMedian(gateway, MEDIAN)
  for (const wallet of ['wax', 'anchor'] as const) {
    const name = await onSale(gateway)
    const { page, troubles } = await visitor()
    await open(page, `${address}/football`)
    await logIn(gateway, page, wallet)
    await openForm(page, name)
    await confirmSignature[wallet](gateway, page, () => buyButton(page, name).click())
    await bought(page, name, 1)
    expect(troubles.all(), wallet).toEqual([])
  }

  // The gateway goes: the page says so, and the terminal.
  await gateway.stop()
  const gone = await fetch(`${address}/football`)
  expect([gone.status, await gone.text()]).toEqual([502, expect.stringContaining('cannot be reached')])
  await dev.prints(/cannot be reached/)
}, 240_000)
