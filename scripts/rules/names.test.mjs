import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkNames } from './names.mjs'

const folders = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

/** What the rule finds in a repository of these files, whose settings name chess and golf. */
async function found(files) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-names-'))
  folders.push(folder)
  const all = { 'Caddyfile.common': 'editions {\n\tedition chess Chess Ajedrez\n\tedition golf Golf\n}\n', ...files }
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return (await checkNames(folder)).violations
}

it.each([
  ['gateway/cmd/fieldhouse/main.go', 'package main\n// as Chess does\n', ':2 says Chess'],
  ['plugins/editions/page/place.go', 'const look = "golf"\n', ':1 says golf'],
  ['packages/contract/src/language.ts', "export type Look = 'default' | 'chess'\n", ':1 says chess'],
  ['apps/host/src/head.ts', "const HOME = { GOLF: '/golf' }\n", ':1 says GOLF'],
  ['packages/design/src/tokens.css', '[data-floor="chess"] {}\n', ':1 says chess'],
  ['packages/build/src/golf.ts', '', ' says golf'],
  ['scripts/lib/paths.mjs', "\n\nexport const editions = ['shell', 'golf']\n", ':3 says golf'],
  ['apps/shell/src/header/Strip.tsx', '<a href="/golf">Golf</a>\n', ':1 says golf'],
  ['apps/shell/src/pages/home/texts.ts', "const title = 'Chess'\n", ':1 says Chess'],
  ['Caddyfile.dev', 'edition chess Chess\n', ':1 says chess'],
])('an edition is not named in %s', async (path, content, where) => {
  expect(await found({ [path]: content })).toEqual([`an-edition-is-data: ${path}${where}`])
})

it.each([
  'apps/golf/src/pages/home/page.tsx',
  'packages/look-chess/src/deck.ts',
  'devchain/chain/genesis/drops.go',
  'e2e/tests/routes.test.ts',
  'plugins/editions/visit/pages_test.go',
  'plugins/editions/releasetest/releasetest.go',
  'apps/host/src/site.test.ts',
  'packages/build/testdata/apps/golf/package.json',
  'packages/sale/src/testing/rows.ts',
  'packages/build/dist/golf.js',
  'apps/shell/dist-development/golf.js.map',
])('an edition is named in %s', async (path) => {
  expect(await found({ [path]: 'chess and golf' })).toEqual([])
})

it('finds a name as a word, also of a longer name, and not inside of another word', async () => {
  const files = {
    'Caddyfile.common': 'edition ice Ice\n',
    'packages/sale/src/price.ts': 'const PRICES = [price]\n// slices of ice\n',
  }
  expect(await found({ ...files, 'scripts/x.mjs': 'export const iceDeck = readIce(device)\n' })).toEqual([
    'an-edition-is-data: packages/sale/src/price.ts:2 says ice',
    'an-edition-is-data: scripts/x.mjs:1 says ice',
  ])
})

it('has no names where the settings name none', async () => {
  expect(await found({ 'Caddyfile.common': 'editions {\n}\n', 'scripts/x.mjs': 'chess' })).toEqual([])
})
