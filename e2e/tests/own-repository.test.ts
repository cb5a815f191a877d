import { execFile } from 'node:child_process'
import { access, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { dist, root } from '../../scripts/lib/paths.mjs'
import { takeReleases } from '../../scripts/lib/site.mjs'
import { pack } from '../../scripts/packages/pack.mjs'
import { open, visitor } from '../harness/browser'
import { drops } from '../harness/drops'
import { linkTree } from '../harness/link-tree'
import { site } from '../harness/site'

const execute = promisify(execFile)

/** What a team's repository has of the edition: its own files, as they are here. */
const OF_FOOTBALL = ['fieldhouse.config.mjs', 'package.json', 'public', 'src', 'tsconfig.json']

let repository: string

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'fieldhouse-own-repository-'))
  for (const name of OF_FOOTBALL) {
    const from = join(root, 'apps', 'football', name)
    if (
      await access(from).then(
        () => true,
        () => false,
      )
    )
      await cp(from, join(repository, name), { recursive: true })
  }
  // What an installation would put there: the packs, and of other people's packages what is installed here.
  const modules = join(repository, 'node_modules')
  await linkTree(join(root, 'node_modules'), modules, ['@fieldhouse'])
  const packs = join(repository, 'packs')
  await mkdir(packs)
  for (const file of await pack(packs)) {
    const [, name] = /^fieldhouse-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(basename(file)) ?? []
    const folder = join(modules, '@fieldhouse', String(name))
    await mkdir(folder, { recursive: true })
    await execute('tar', ['-xzf', file, '-C', folder, '--strip-components=1'])
  }
}, 240_000)

afterAll(() => rm(repository, { recursive: true, force: true }))

const fieldhouseBuild = (...args: string[]) => {
  const command = join(repository, 'node_modules', '@fieldhouse', 'build', 'bin', 'fieldhouse-build.mjs')
  return execute(process.execPath, [command, ...args], { cwd: repository, env: { ...process.env, NODE_ENV: '' } })
}

it("an edition in a repository of its own is checked by the same rules as here, the house's style among them", async () => {
  const { stdout } = await fieldhouseBuild('check')
  expect(stdout).toContain('football: types, style, imports')
  const odd = join(repository, 'src', 'odd.ts')
  await writeFile(odd, 'export const odd = "double";\n')
  onTestFinished(() => rm(odd))
  await expect(fieldhouseBuild('check')).rejects.toMatchObject({ stderr: expect.stringContaining('src/odd.ts format') })
}, 240_000)

it('football is built from packed packages in a repository of its own, goes live and hydrates', async () => {
  await fieldhouseBuild()
  const store = join(repository, 'store')
  const taken = await takeReleases([dist('host'), dist('shell'), join(repository, 'dist'), dist('basketball')], store)
  const [, release] = /football ([0-9a-f]{20})/.exec(taken) ?? []
  const { address, stop } = await site({ store, drops: 3 })
  onTestFinished(stop) // what a running test leaves to the file's end is never called
  const { page, troubles } = await visitor()
  await open(page, `${address}/football`)
  await expect.poll(() => drops(page).count()).toBeGreaterThan(0)
  const { lineup } = JSON.parse((await page.textContent('#fh-page')) ?? '{}')
  expect(lineup.football.release).toBe(release)
  expect(await page.evaluate(() => document.querySelectorAll('#fh-main [data-slot]').length)).toBe(0)
  expect(troubles.all()).toEqual([])
}, 240_000)

it('what is packed is scripts, types and style sheets, without a source or a test', async () => {
  const { stdout } = await execute('tar', [
    '-tzf',
    (await pack(join(repository, 'packs'))).find((file) => /-design-/.test(file)) ?? '',
  ])
  const files = stdout.trim().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(['package/src/index.js', 'package/src/index.d.ts', 'package/src/tokens.css']),
  )
  expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$/.test(file))).toEqual([])
  const base = join(repository, 'node_modules', '@fieldhouse', 'build', 'tsconfig.base.json')
  expect(JSON.parse(await readFile(base, 'utf8')).compilerOptions.strict).toBe(true)
})
