import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { CASES, tableOf } from '../e2e/harness/cases/index.ts'
import { ship } from '../packages/build/src/ship/command.ts'
import { root } from './lib/paths.mjs'

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/edition-contract.md',
  'docs/operating.md',
  'docs/purchases.md',
  'docs/sale-day.md',
]

/** Where the files are that documents name without it. */
const ROOMS = ['', 'packages', 'apps/football', 'apps/shell']

/** A team writes it where it has texts of its own. */
const TEAMS = ['src/overrides.ts']

const documents = await Promise.all(
  DOCUMENTS.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })),
)

/** What a document says after a command's beginning, up to the end of the line or of the code in it. */
const after = (text, beginning) =>
  [...text.matchAll(new RegExp(`(?:^|[\`\\s])${beginning}([^\`\\n]*)`, 'gm'))].map(([, rest]) => rest)

const scripts = async (workspace) => JSON.parse(await readFile(join(root, workspace, 'package.json'), 'utf8')).scripts

it.each(documents)('the npm commands of $name are there', async ({ text }) => {
  for (const rest of after(text, 'npm run ')) {
    const [, script, workspace] = /^([a-z:-]+)(?: -w (\S+))?/.exec(rest) ?? []
    if (!script) continue
    // An edition that is about to be made, or any, is as one that is there.
    const of = workspace?.startsWith('apps/') ? 'apps/football' : (workspace ?? '.')
    expect(Object.keys(await scripts(of)), `npm run ${rest}`).toContain(script)
  }
})

it.each(documents)('the sources that $name names are there', ({ text }) => {
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|mjs|go|ya?ml))`/g)].map(([, file]) => file)
  const isThere = (file) => TEAMS.includes(file) || ROOMS.some((room) => existsSync(join(root, room, file)))
  expect(named.filter((file) => !isThere(file))).toEqual([])
})

const app = await mkdtemp(join(tmpdir(), 'fieldhouse-documents-'))
afterAll(() => rm(app, { recursive: true, force: true }))

it('what the edition contract ships with is understood by the build, down to the last option', async () => {
  await mkdir(join(app, 'dist'))
  await writeFile(join(app, 'package.json'), '{"name": "x", "version": "1.0.0", "type": "module"}')
  await writeFile(join(app, 'fieldhouse.config.mjs'), "export default { edition: 'football' }")
  await writeFile(join(app, 'dist', 'release.json'), '{"files": []}')
  const contract = documents.find(({ name }) => name === 'docs/edition-contract.md').text
  const lines = ['npm run ship -w apps/\\w+(?: --)?', 'npx fieldhouse-build ship(?: apps/\\w+)?'].flatMap((beginning) =>
    after(contract, beginning),
  )
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain = '']) => quoted ?? plain)
    const said = []
    const code = await ship(
      [app, ...words, '--address', 'http://127.0.0.1:1'],
      () => {},
      (text) => said.push(text),
    )
    // 3 is that nobody answers there; 2 would be that the call makes no sense.
    expect(code, `${line}: ${said}`).toBe(3)
  }
})

it('docs/purchases.md has every case that a browser is walked through, and no other', async () => {
  const text = await readFile(join(root, 'docs/purchases.md'), 'utf8')
  const kinds = Object.keys(CASES)
  for (const kind of kinds) {
    const [, table = ''] = new RegExp(`<!-- ${kind} -->\\n([^]*?)<!-- end -->`).exec(text) ?? []
    expect(table.trimEnd().split('\n')).toEqual(tableOf(kind))
  }
  expect(kinds.flatMap((kind) => CASES[kind]).length).toBeGreaterThanOrEqual(60)
})
