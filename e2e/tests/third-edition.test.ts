import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { environment } from '../../scripts/lib/child.mjs'
import { binary, dist, editions } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { checkNames } from '../../scripts/rules/names.mjs'
import { checkTypeScript } from '../../scripts/rules/typescript.mjs'
import { open, visitor } from '../harness/browser'
import { announce } from '../harness/chain'
import { copyOfWorkspace } from '../harness/copy-of-sources'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

const execute = promisify(execFile)

/** All that knows no edition by its name, and what is installed. */
const copy = await copyOfWorkspace('fieldhouse-third-edition-', [
  ...['apps', 'packages', 'e2e', 'bench', 'scripts', 'turbo', 'plugins', 'gateway', 'devchain'],
])
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a command there as a team would: with what is installed, and nothing from the registry. */
async function there(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const tools = join(copy, 'node_modules', '.bin')
  const variables = {
    ...environment({ NODE_ENV: '', NO_COLOR: '1', npm_config_offline: 'true', ...env }, { withTools: false }),
  }
  const PATH = [tools, variables.PATH].join(process.platform === 'win32' ? ';' : ':')
  const { stdout } = await execute(command, args, {
    cwd: copy,
    env: { ...variables, PATH },
    maxBuffer: 64 << 20,
  }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

it('npm run new-edition makes an edition that is tested, ships and appears by one line of the settings', async () => {
  const said = await there('npm', ['run', 'new-edition', 'hockey', 'Hockey', 'Hockey sobre hielo'])
  const [, line = ''] = /^\s*(edition hockey .*)$/m.exec(said) ?? []
  expect(line).toBe('edition hockey Hockey "Hockey sobre hielo"')
  await expect(there('npm', ['run', 'new-edition', 'hockey'])).rejects.toThrow('There is an edition hockey already')
  await expect(there('npm', ['run', 'new-edition', 'link'])).rejects.toThrow('is no name of an edition')

  // The lock file is what npm would write, and what is installed is what it names.
  const lock = await readFile(join(copy, 'package-lock.json'), 'utf8')
  await there('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
  expect(await readFile(join(copy, 'package-lock.json'), 'utf8')).toBe(lock)
  await there('npm', ['ls', '@fieldhouse/look-hockey', '--workspace', 'apps/hockey'])

  // One line, and the rules of the whole hold: nothing else knows the edition.
  const settings = await readFile(join(copy, 'Caddyfile.common'), 'utf8')
  const withLine = settings.replace(/^(\s*)edition basketball .*$/m, `$&\n$1${line}`)
  await writeFile(join(copy, 'Caddyfile.common'), withLine)
  for (const check of [checkNames, checkTypeScript]) expect((await check(copy)).violations).toEqual([])
  const tests = ['apps/hockey', 'packages/look-hockey', 'scripts/lockfile']
  expect(await there('vitest', ['run', ...tests])).toMatch(/Test Files\s+4 passed \(4\)/)
  await there('npm', ['run', 'check', '-w', 'apps/hockey'])
  await there('npm', ['run', 'build', '-w', 'apps/hockey'])

  const store = join(inject('temporary'), 'store-third-edition')
  await takeReleases(
    editions.map((edition) => dist(edition)),
    store,
  )
  const running = await site({ store, drops: 0, config: join(copy, 'Caddyfile.dev'), admin: true })
  onTestFinished(running.stop)
  const token = await there(binary, ['token', 'make', 'hockey-ci', 'hockey', '--store', store])
  const shipping = { FIELDHOUSE_RELEASES: running.admin, FIELDHOUSE_TOKEN: token.trim() }
  expect(await there('npm', ['run', 'ship', '-w', 'apps/hockey'], shipping)).toMatch(/^hockey [0-9a-f]{20} .* live in/m)
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
}, 480_000)
