import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { pack } from '../../scripts/packages/pack.mjs'
import { open, visitor } from '../harness/browser'
import { keepPictures } from '../harness/copy-of-sources'
import { drops } from '../harness/drops'
import { linkTree } from '../harness/link-tree'
import { ownStore, tokenFor } from '../harness/shipping'
import { site } from '../harness/site'
import { alone, runIn, startTool } from '../harness/tool'

let repository: string
let packs: string[]

/** Runs a command there as a team would. */
const there = (command: string, args: string[], env: Record<string, string> = {}) =>
  runIn(repository, alone(env), command, args)

// The steps of docs/edition-contract.md, "In a repository of its own".
beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'fieldhouse-own-repository-'))
  const ours = join(root, 'apps', 'football')
  await cp(ours, repository, {
    recursive: true,
    filter: (path) => !/^[/\\](node_modules|dist|dist-development|\.turbo)/.test(path.slice(ours.length)),
  })
  await keepPictures(ours, repository)
  await mkdir(join(repository, 'packs'))
  packs = await pack(join(repository, 'packs'))
  const others = packs.filter((file) => /-look-/.test(file) && !/-look-football-/.test(file))
  for (const file of others) await rm(file)

  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  const { devDependencies: shared } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const name of ['vitest', '@types/node']) manifest.devDependencies[name] = shared[name]
  await writeFile(join(repository, 'package.json'), JSON.stringify(manifest, null, 2))
  // Of other people's packages npm finds what is installed here; those that nobody needs it removes.
  await linkTree(join(root, 'node_modules'), join(repository, 'node_modules'), [
    '@fieldhouse',
    '.package-lock.json',
    '.cache',
  ])
  const given = packs.filter((file) => !others.includes(file))
  await there('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...given])

  await writeFile(join(repository, 'biome.json'), '{ "extends": ["@fieldhouse/build/biome.base.json"] }\n')
  const inline = 'export default { test: { server: { deps: { inline: [/@fieldhouse/] } } } }\n'
  await writeFile(join(repository, 'vitest.config.mjs'), inline)
}, 240_000)

afterAll(() => rm(repository, { recursive: true, force: true }))

it('an edition in a repository of its own is installed from the packs alone, which name each other', async () => {
  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
  const ours = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
    name.startsWith('@fieldhouse/'),
  )
  expect(ours.length).toBeGreaterThan(8)
  for (const [name, from] of ours) expect(from, name).toMatch(/^file:packs\/fieldhouse-.+\.tgz$/)
})

it("is checked by the same rules as here, the house's style among them, and its tests run", async () => {
  // Types, imports, languages and budget the build below checks.
  expect(await there('npx', ['vitest', 'run'])).toMatch(/Test Files\s+2 passed \(2\)/)
  await there('npx', ['biome', 'check', '--error-on-warnings'])
  const odd = join(repository, 'src', 'odd.ts')
  await writeFile(odd, 'export const odd = "double";\n')
  onTestFinished(() => rm(odd))
  await expect(there('npx', ['fieldhouse-build', 'check'])).rejects.toThrow('src/odd.ts format')
}, 240_000)

it('is built there, shipped with a token of its own, goes live and hydrates; and stands in for it from there', async () => {
  await there('npx', ['fieldhouse-build'])
  const store = await ownStore('own-repository')
  const running = await site({ store, drops: 3, admin: true })
  onTestFinished(running.stop) // what a running test leaves to the file's end is never called
  const token = await tokenFor(store, 'football-ci', 'football')
  const shipping = { FIELDHOUSE_RELEASES: running.admin, FIELDHOUSE_TOKEN: token }
  const ship = (...args: string[]) => there('npx', ['fieldhouse-build', 'ship', ...args], shipping)
  expect(await ship('--dry-run')).toMatch(/^football [0-9a-f]{20} .* would be live in/m)
  const [, release] =
    /^football ([0-9a-f]{20}) .* live in/m.exec(await ship('--reason', 'from its own repository')) ?? []
  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  await expect.poll(() => drops(page).count()).toBeGreaterThan(0)
  const { lineup } = JSON.parse((await page.textContent('#fh-page')) ?? '{}')
  expect(lineup.football.release).toBe(release)
  await expect.poll(() => page.locator('#fh-main [data-slot]').count()).toBe(0)
  expect(troubles.all()).toEqual([])

  const dev = startTool('npx', ['fieldhouse-build', 'dev', '--gateway', running.address, '--port', '0'], {
    cwd: repository,
    env: alone(),
  })
  const [, local = ''] = await dev.prints(/football ([0-9a-f]{20}) built/)
  const [, address] = await dev.prints(/(http:\/\/localhost:\d+)\/football shows/)
  expect(await (await fetch(`${address}/football`)).text()).toContain(`"football":{"release":"${local}"`)
}, 240_000)

it('what is packed is scripts, types and style sheets, without a source or a test', async () => {
  const listed = await there('tar', ['-tzf', packs.find((file) => /-design-/.test(file)) ?? ''])
  const files = listed.trim().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(['package/src/index.js', 'package/src/index.d.ts', 'package/src/tokens.css']),
  )
  expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  const base = join(repository, 'node_modules', '@fieldhouse', 'build', 'tsconfig.base.json')
  expect(JSON.parse(await readFile(base, 'utf8')).compilerOptions.strict).toBe(true)
})
