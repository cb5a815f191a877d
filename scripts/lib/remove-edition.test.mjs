import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lineOf, newEdition, TEMPLATE } from './new-edition.mjs'
import { root as repository } from './paths.mjs'
import { removeEdition } from './remove-edition.mjs'

const execute = promisify(execFile)

const FILES = {
  'Caddyfile.common': '(site) {\n\teditions {\n\t\tedition golf Golf\n\t\tedition chess Chess Ajedrez\n\t}\n}\n',
  'plugins/paths/paths.go': 'var Reserved = [...]string{"/api", "/link"}\n',
  'apps/golf/package.json': '{"name": "@fieldhouse/app-golf"}\n',
  'apps/shell/package.json': '{"name": "@fieldhouse/app-shell", "dependencies": {"@fieldhouse/look-golf": "^0"}}\n',
  'apps/chess/package.json': '{"name": "@fieldhouse/app-chess", "dependencies": {"@fieldhouse/look-chess": "^0"}}\n',
  'apps/chess/src/texts.ts': "export const title = 'Chess'\n",
  'packages/look-chess/package.json': '{"name": "@fieldhouse/look-chess"}\n',
}

let root

const git = async (...args) =>
  (await execute('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root })).stdout

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldhouse-editions-'))
  const locked = [
    'apps/chess',
    'packages/look-chess',
    'node_modules/@fieldhouse/app-chess',
    'node_modules/@fieldhouse/look-chess',
  ]
  const lock = { packages: Object.fromEntries(locked.sort().map((name) => [name, { version: '0.1.0' }])) }
  const files = { ...FILES, 'package-lock.json': `${JSON.stringify(lock, undefined, 2)}\n` }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  await cp(join(repository, TEMPLATE), join(root, TEMPLATE), { recursive: true })
  await git('init', '-q')
  await git('add', '.')
  await git('commit', '-qm', 'all')
})

afterEach(() => rm(root, { recursive: true }))

async function make() {
  const names = ['Rugby', 'Rugby a quince']
  await newEdition({ root, name: 'rugby', names })
  const file = join(root, 'Caddyfile.common')
  const settings = await readFile(file, 'utf8')
  await writeFile(file, settings.replace(/^\t\tedition chess.*\n/m, `$&\t\t${lineOf('rugby', names)}\n`))
}

it('writes the name of a new edition small inside of sentences, unless it is all capitals', async () => {
  const said = async (name, names) => {
    await newEdition({ root, name, names })
    return /sport: '([^']*)'/.exec(await readFile(join(root, 'apps', name, 'src', 'texts.ts'), 'utf8'))?.[1]
  }
  expect(await said('rugby', ['Rugby union', 'Rugby'])).toBe('rugby union')
  expect(await said('bmx', ['BMX', 'BMX'])).toBe('BMX')
  expect(await said('f1', ['F1', 'F1'])).toBe('F1')
})

it('removes what is committed', async () => {
  await make()
  await git('add', '.')
  await git('commit', '-qm', 'rugby')
  await removeEdition({ root, name: 'rugby' })
  await git('add', '.')
  expect(await git('diff', '--cached', '--stat', 'HEAD~1')).toBe('')
})

it('removes the line of an edition that has no folder here, whatever else is not committed', async () => {
  const file = join(root, 'Caddyfile.common')
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replace(/^\t\tedition golf.*\n/m, '$&\t\tedition curling Curling\n'),
  )
  expect(await removeEdition({ root, name: 'curling' })).toEqual(['Caddyfile.common'])
  expect(await git('status', '--porcelain', '-uall')).toBe('')
})

it.each([
  ['tennis', 'is no edition here: there are golf, chess'],
  ['shell', 'is no edition here'],
  ['../golf', 'is no edition here'],
  ['', 'is no edition here'],
  ['golf', 'apps/shell/package.json need @fieldhouse/app-golf or @fieldhouse/look-golf'],
])('does not remove %j', async (name, reason) => {
  await expect(removeEdition({ root, name })).rejects.toThrow(reason)
  expect(await git('status', '--porcelain', '-uall')).toBe('')
})

it('does not remove the only edition', async () => {
  await writeFile(join(root, 'Caddyfile.common'), 'edition chess Chess Ajedrez\n')
  await expect(removeEdition({ root, name: 'chess' })).rejects.toThrow('is the only edition')
})
