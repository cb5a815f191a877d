import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkTypeScript } from './typescript.mjs'

const folders = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** What every workspace's package.json names. */
const NAMED = ['contract', 'edition-kit', 'wallet-login']

/** A workspace of the given files, with every shared package and app linked as npm does. */
async function workspace(files) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldhouse-rules-'))
  folders.push(folder)
  const members = {
    packages: ['contract', 'chain-data', 'i18n', 'wallet-login', 'design', 'edition-kit', 'sale', 'build'],
    apps: ['host', 'shell', 'football', 'basketball'],
  }
  await mkdir(join(folder, 'node_modules', '@fieldhouse'), { recursive: true })
  for (const [kind, names] of Object.entries(members)) {
    for (const name of names) {
      const scoped = kind === 'apps' ? `app-${name}` : name
      await mkdir(join(folder, kind, name, 'src'), { recursive: true })
      await writeFile(
        join(folder, kind, name, 'package.json'),
        JSON.stringify({
          name: `@fieldhouse/${scoped}`,
          exports: { '.': './src/index.ts' },
          dependencies: Object.fromEntries(NAMED.map((library) => [`@fieldhouse/${library}`, '*'])),
        }),
      )
      await writeFile(join(folder, kind, name, 'src', 'index.ts'), 'export const one = 1\nexport type One = 1\n')
      await symlink(join('..', '..', kind, name), join(folder, 'node_modules', '@fieldhouse', scoped))
    }
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

it('accepts what the layers allow', async () => {
  const folder = await workspace({
    'apps/football/src/page.tsx':
      "import { one } from '@fieldhouse/edition-kit'\nimport './other'\nexport const Page = () => <p>{one}</p>\n",
    'apps/football/src/other.ts': "export * from '@fieldhouse/contract'\n",
    'packages/sale/src/buy.ts':
      "import { one } from '@fieldhouse/chain-data'\nimport '@fieldhouse/design'\nimport '@fieldhouse/wallet-login'\nexport const two = one\n",
    'packages/edition-kit/src/kit.ts': "import '@fieldhouse/i18n'\n",
    'apps/host/src/wallets.ts': "import '@fieldhouse/wallet-login'\n",
    'packages/wallet-login/src/user.ts': "import '@fieldhouse/chain-data'\nimport '@fieldhouse/i18n'\n",
    'packages/chain-data/src/rows.ts': "import type { One } from '@fieldhouse/contract'\nexport type Two = One\n",
  })
  const { modules, violations } = await checkTypeScript(folder)
  expect(violations).toEqual([])
  expect(modules).toBeGreaterThan(9)
})

const later = "export const a = () => import('../../football/src/index')"
const type = (from) => `import type { One } from '${from}'\nexport type A = One`

/** By rule: what breaks it, the file that does, and the import. */
const violations = Object.entries({
  'apps-reach-packages-by-name': [
    [
      'an app that reaches into a package by path',
      'apps/football/src/a.ts',
      type('../../../packages/contract/src/index'),
    ],
  ],
  'apps-import-what-packages-export': [
    ['an app that reaches behind an index', 'apps/football/src/a.ts', type('@fieldhouse/contract/src/index')],
  ],
  'apps-name-what-they-import': [
    ['an app that imports what its package.json does not name', 'apps/football/src/a.ts', type('@fieldhouse/design')],
  ],
  'apps-never-import-each-other': [
    ['an app that imports another by path', 'apps/football/src/a.tsx', "import '../../basketball/src/index'"],
    ['an app that imports another by name', 'apps/football/src/a.ts', "import '@fieldhouse/app-basketball'"],
    ['an app that loads another later', 'apps/shell/src/a.ts', later],
    ["an app that takes another's type", 'apps/shell/src/a.ts', type('../../football/src/index')],
  ],
  'packages-never-import-apps': [
    ['a package that imports an app', 'packages/design/src/a.ts', "import '@fieldhouse/app-host'"],
    ['a build helper that imports an app', 'packages/build/src/a.mjs', "import '../../../apps/shell/src/index'"],
  ],
  'contract-imports-nothing': [
    ['a contract that imports a library', 'packages/contract/src/a.ts', "import 'react'"],
    ['a contract that imports Node', 'packages/contract/src/a.ts', "import 'node:fs'"],
  ],
  'chain-data-keeps-its-layer': [
    ['chain data that imports the kit', 'packages/chain-data/src/a.ts', "import '@fieldhouse/edition-kit'"],
    ['chain data that imports the wallets', 'packages/chain-data/src/a.ts', "import '@fieldhouse/wallet-login'"],
  ],
  'i18n-keeps-its-layer': [
    ['languages that import chain data', 'packages/i18n/src/a.ts', "import '@fieldhouse/chain-data'"],
  ],
  'edition-kit-keeps-its-layer': [
    ['a kit that imports the sale', 'packages/edition-kit/src/a.tsx', "import '@fieldhouse/sale'"],
  ],
  'design-keeps-its-layer': [
    ['a design that imports chain data', 'packages/design/src/a.tsx', "import '@fieldhouse/chain-data'"],
    ['a design that imports the kit', 'packages/design/src/a.tsx', "import '@fieldhouse/edition-kit'"],
  ],
  'wallet-login-keeps-its-layer': [
    ['wallets that import the kit', 'packages/wallet-login/src/a.ts', "import '@fieldhouse/edition-kit'"],
  ],
  'wallets-keeps-its-layer': [
    ['wallets that import what shows them', 'packages/wallets/src/a.ts', "import '@fieldhouse/wallet-login'"],
  ],
  'wallets-know-no-react': [['wallets that import React', 'packages/wallets/src/a.ts', "import 'react'"]],
  'the-host-alone-makes-the-page': [
    ["an edition that makes the page's data", 'apps/football/src/a.ts', "import '@fieldhouse/chain-data/host'"],
    ['a sale that connects the wallets', 'packages/sale/src/a.ts', "import '@fieldhouse/wallet-login/connect'"],
  ],
  'host-keeps-its-layer': [
    ['a host that re-exports the kit', 'apps/host/src/a.ts', "export * from '@fieldhouse/edition-kit'"],
  ],
}).flatMap(([rule, cases]) => cases.map((one) => [...one, rule]))

it('catches a circle of types, and names all of it', async () => {
  const folder = await workspace({
    'apps/host/src/a.ts': "import type { B } from './b'\nexport type A = B\n",
    'apps/host/src/b.ts': "import type { C } from './c'\nexport type B = C | null\n",
    'apps/host/src/c.ts': "import type { A } from './a'\nexport type C = A | null\n",
  })
  const found = (await checkTypeScript(folder)).violations
  expect(found).toContain(
    'no-circles: apps/host/src/a.ts imports apps/host/src/b.ts imports apps/host/src/c.ts imports apps/host/src/a.ts',
  )
})

it.each(violations)('catches %s', async (_, path, text, rule) => {
  const folder = await workspace({ [path]: `${text}\n` })
  const found = (await checkTypeScript(folder)).violations
  expect(found.filter((line) => line.startsWith(`${rule}: ${path} imports`))).toHaveLength(1)
})
