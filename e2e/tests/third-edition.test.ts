import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { checkStyle } from '../../packages/build/src/check/types'
import { dist, editions } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { checkNames } from '../../scripts/rules/names.mjs'
import { checkTypeScript } from '../../scripts/rules/typescript.mjs'
import { isAt, isMarked, keepsLooks, mark, open, visitor } from '../harness/browser'
import { announce } from '../harness/chain'
import { copyOfWorkspace } from '../harness/copy-of-sources'
import { drops } from '../harness/drops'
import { tokenFor } from '../harness/shipping'
import { site } from '../harness/site'
import { alone, runIn } from '../harness/tool'

/** All that knows no edition by its name, and what is installed. */
const copy = await copyOfWorkspace('fieldhouse-third-edition-', [
  ...['apps', 'packages', 'e2e', 'bench', 'scripts', 'plugins', 'gateway', 'devchain'],
])
afterAll(() => rm(copy, { recursive: true, force: true }))

/** A name that no edition has. */
const NAME = editions.includes('hockey') ? 'ringette' : 'hockey'
const ENGLISH = `${NAME[0]?.toUpperCase()}${NAME.slice(1)}`
const SPANISH = `${ENGLISH} sobre hielo`

/** What the edition calls the button that other editions call "Login to Buy". */
const OVERRIDES = `import { overrideTexts } from '@fieldhouse/i18n/override'
import { dropTexts } from '@fieldhouse/sale'

overrideTexts(dropTexts, { en: { login: 'Lace up to Buy' }, es: { login: 'Cálzate y compra' } })
`

/** Runs a command there as a team would. */
const there = (command: string, args: string[], env: Record<string, string> = {}) =>
  runIn(copy, alone(env, join(copy, 'node_modules', '.bin')), command, args)

it('npm run new-edition makes an edition that is tested, ships and appears by one line of the settings, and remove-edition takes it away', async () => {
  const before = await there('git', ['status', '--porcelain'])
  const said = await there('npm', ['run', 'new-edition', NAME, ENGLISH, SPANISH])
  const [, line = ''] = new RegExp(`^\\s*(edition ${NAME} .*)$`, 'm').exec(said) ?? []
  expect(line).toBe(`edition ${NAME} ${ENGLISH} "${SPANISH}"`)
  await expect(there('npm', ['run', 'new-edition', NAME])).rejects.toThrow(`There is an edition ${NAME} already`)
  await expect(there('npm', ['run', 'new-edition', 'link'])).rejects.toThrow('is no name of an edition')

  // The lock file is what npm would write, and what is installed is what it names.
  const lock = await readFile(join(copy, 'package-lock.json'), 'utf8')
  await there('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
  expect(await readFile(join(copy, 'package-lock.json'), 'utf8')).toBe(lock)
  await there('npm', ['ls', `@fieldhouse/look-${NAME}`, '--workspace', `apps/${NAME}`])

  // One line, and the rules of the whole hold: nothing else knows the edition.
  const settings = await readFile(join(copy, 'Caddyfile.common'), 'utf8')
  const withLine = settings.replace(/^(\s*)edition basketball .*$/m, `$&\n$1${line}`)
  await writeFile(join(copy, 'Caddyfile.common'), withLine)
  await writeFile(join(copy, 'apps', NAME, 'src', 'overrides.ts'), OVERRIDES)
  for (const check of [checkNames, checkTypeScript]) expect((await check(copy)).violations).toEqual([])
  const tests = [`apps/${NAME}`, `packages/look-${NAME}`, 'scripts/lockfile']
  expect(await there('vitest', ['run', ...tests])).toMatch(/Test Files\s+4 passed \(4\)/)
  // The build checks all else that this command does.
  expect(await there('npm', ['run', 'check', '-w', `apps/${NAME}`, '--', '--help'])).toContain('fieldhouse-build check')
  expect(await checkStyle(join(copy, 'apps', NAME))).toEqual([])
  await there('npm', ['run', 'build', '-w', `apps/${NAME}`])

  const store = join(inject('temporary'), 'store-third-edition')
  await takeReleases(
    editions.map((edition) => dist(edition)),
    store,
  )
  const running = await site({ store, drops: 0, config: join(copy, 'Caddyfile.dev'), admin: true })
  onTestFinished(running.stop)
  const token = await tokenFor(store, `${NAME}-ci`, NAME)
  const shipping = { FIELDHOUSE_RELEASES: running.admin, FIELDHOUSE_TOKEN: token }
  expect(await there('npm', ['run', 'ship', '-w', `apps/${NAME}`], shipping)).toMatch(
    new RegExp(`^${NAME} [0-9a-f]{20} .* live in`, 'm'),
  )
  await announce(running, NAME, 'Face-off', { name: 'Face-off', description: 'Six cards.' })

  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  await mark(page)
  await page.locator('#fh-header').getByRole('link', { name: ENGLISH, exact: true }).click()
  await isAt(page, `/${NAME}`)
  await expect.poll(() => drops(page).getByRole('heading').allInnerTexts()).toContain('Face-off')
  expect(await isMarked(page)).toBe(true)
  // Its release brings its look: the colours that it has around the page, and what is painted in the footer.
  const colors = await readFile(join(copy, 'packages', `look-${NAME}`, 'src', 'tokens.css'), 'utf8')
  const [, accent] = /--accent: light-dark\((#\w+),/.exec(colors) ?? []
  for (const element of ['html', '#fh-header', '#fh-main', '#fh-footer']) {
    expect(await page.locator(element).getAttribute('data-floor'), element).toBe(NAME)
    expect(await page.locator(element).evaluate((of) => getComputedStyle(of).getPropertyValue('--accent'))).toContain(
      accent,
    )
  }
  const floors = page.getByRole('navigation', { name: 'Floors' })
  await expect.poll(() => floors.locator('[aria-current]').allInnerTexts()).toEqual([ENGLISH])

  // The front page has a floor more, counts it, and leads there, without a line in the shell.
  await open(page, `${running.address}/`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/one building, three floors/i)
  expect(await page.title()).toContain(NAME)
  const house = page.locator('section[data-floor]')
  expect(await house.evaluateAll((all) => all.map(({ dataset }) => [dataset.floor, dataset.number]))).toEqual([
    [NAME, '3'],
    ...editions
      .slice(2)
      .map((name, index) => [name, `${index + 1}`])
      .reverse(),
  ])
  const cards = house.first().getByRole('img')
  expect(await cards.count()).toBeGreaterThan(2)
  const field = (of: HTMLElement | SVGElement) => getComputedStyle(of).backgroundColor
  expect(new Set(await Promise.all((await house.all()).map((floor) => floor.evaluate(field)))).size).toBe(3)
  expect(await page.locator('#fh-footer').getAttribute('data-floor')).toBe(NAME)
  await mark(page)
  await house.first().getByRole('link').click()
  await isAt(page, `/${NAME}`)
  expect(await isMarked(page)).toBe(true)
  // What has no look of its own keeps the one before it, over a reload.
  await page.locator('#fh-footer').getByRole('link', { name: 'Terms' }).click()
  await isAt(page, '/terms')
  await keepsLooks(page)
  await page.reload()
  expect(await page.locator('#fh-header').getAttribute('data-floor')).toBe(NAME)
  expect(
    await page.locator('#fh-header').evaluate((of) => getComputedStyle(of).getPropertyValue('--accent')),
  ).toContain(accent)

  // The strip above the bar has room for one more, in the language with the longer words.
  const { page: narrow, troubles: narrowTroubles } = await visitor()
  await open(narrow, `${running.address}/${NAME}?lang=es`)
  for (const width of [320, 768, 1200, 1440, 1700]) {
    await narrow.setViewportSize({ width, height: 800 })
    const wider = () =>
      narrow.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wider(), `${width}`).toBe(0)
    const strip = narrow.locator('#fh-header nav').first().locator('a')
    const boxes = await strip.evaluateAll((links) => links.map((link) => link.getBoundingClientRect()))
    const bar = (await narrow.locator('#fh-header > header').boundingBox())?.y ?? 0
    const isIn = boxes.map(({ left, right, bottom }) => left >= 0 && right <= width && bottom <= bar)
    expect(isIn, `${width}`).not.toContain(false)
  }

  await narrow.setViewportSize({ width: 1440, height: 900 })
  await open(narrow, `${running.address}/${NAME}?lang=en`)
  const buttons = drops(narrow).getByRole('button', { name: /^Lace up to Buy/ })
  await expect.poll(() => buttons.count()).toBe(1)
  await expect.poll(() => narrow.locator('#fh-main [data-slot]').count()).toBe(0)
  expect([...troubles.all(), ...narrowTroubles.all()]).toEqual([])

  await expect(there('npm', ['run', 'remove-edition', NAME])).rejects.toThrow('What git does not have would be lost')
  expect(await there('npm', ['run', 'remove-edition', NAME, '--', '--force'])).toContain(`fieldhouse withdraw ${NAME}`)
  expect(await there('git', ['status', '--porcelain'])).toBe(before)
}, 480_000)
