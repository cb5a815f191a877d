import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, it, onTestFinished } from 'vitest'
import { dist, editions, root, tools } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { open, visitor } from '../harness/browser'
import { announce } from '../harness/chain'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

const execute = promisify(execFile)

/** In the workspace, so that what is installed there is found. */
const folder = await mkdtemp(join(inject('temporary'), 'third-edition-'))

/** Copies a folder of basketball's for an edition that nobody has heard of. */
async function hockeyOf(from: string, to: string): Promise<string> {
  const copy = join(folder, to)
  await cp(join(root, from), copy, {
    recursive: true,
    filter: (path) => !/[\\/](dist.*|node_modules|\.turbo|.*\.test\.ts)$/.test(path),
  })
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const source = await readFile(file, 'utf8')
    await writeFile(file, source.replace(/(['"/-])basketball(?=['"/#])/g, '$1hockey'))
  }
  return copy
}

/** Builds the app, with art of its own. @returns its release */
async function hockey(): Promise<string> {
  const art = await hockeyOf('packages/look-basketball', 'packages/look-hockey')
  await mkdir(join(folder, 'node_modules', '@fieldhouse'), { recursive: true })
  await symlink(art, join(folder, 'node_modules', '@fieldhouse', 'look-hockey'))
  const app = await hockeyOf('apps/basketball', 'apps/hockey')
  await execute(join(tools, 'fieldhouse-build'), [], { cwd: app, env: { ...process.env, NODE_ENV: '' } })
  return join(app, 'dist')
}

/** Writes the Caddyfiles with one line more. @returns the one of the development site */
async function withHockey(): Promise<string> {
  for (const name of ['Caddyfile.dev', 'Caddyfile.common']) {
    const shipped = await readFile(join(root, name), 'utf8')
    await writeFile(join(folder, name), shipped.replace(/^(\s*)edition basketball .*$/m, '$&\n$1edition hockey Hockey'))
  }
  return join(folder, 'Caddyfile.dev')
}

it('a third edition is its folder and one line of the settings', async () => {
  const store = join(folder, 'store')
  await takeReleases([...editions.map((edition) => dist(edition)), await hockey()], store)
  const running = await site({ store, drops: 0, config: await withHockey() })
  onTestFinished(running.stop)
  await announce(running, 'hockey', 'Face-off', { name: 'Face-off', description: 'Six cards.' })

  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  await page.evaluate(() => Object.assign(window, { marked: true }))
  await page.locator('#fh-header').getByRole('link', { name: 'Hockey', exact: true }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/hockey')
  await expect.poll(() => drops(page).getByRole('heading').allInnerTexts()).toContain('Face-off')
  expect(await page.evaluate(() => 'marked' in window)).toBe(true)
  // The shell has no look of this name.
  for (const element of ['html', '#fh-header', '#fh-main', '#fh-footer']) {
    expect(await page.locator(element).getAttribute('data-floor'), element).toBe('default')
  }
  const floors = page.getByRole('navigation', { name: 'Floors' })
  expect(await floors.locator('[aria-current]').allInnerTexts()).toEqual(['Hockey'])

  const first = await visitor()
  await open(first.page, `${running.address}/hockey`)
  await expect
    .poll(() =>
      drops(first.page)
        .getByRole('button', { name: /^Login to Buy/ })
        .count(),
    )
    .toBe(1)
  expect(await first.page.locator('#fh-main [data-slot]').count()).toBe(0)
  expect([...troubles.all(), ...first.troubles.all()]).toEqual([])
}, 240_000)
