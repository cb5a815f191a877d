import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { appViolations, CRUISE_OPTIONS } from '../../packages/build/src/check/imports.mjs'
import { root } from '../lib/paths.mjs'

/** An edition's art, a package for each. */
const looks = readdirSync(join(root, 'packages')).filter((name) => name.startsWith('look-'))

/** What each shared package, and the host, may import of the project's own packages (docs/architecture.md, "Who may know whom"). */
export const layers = {
  contract: [],
  'chain-data': ['contract'],
  i18n: ['contract'],
  wallets: ['chain-data', 'contract'],
  'wallet-login': ['wallets', 'design', 'chain-data', 'i18n', 'contract'],
  design: ['i18n', 'contract'],
  // The kit's test helpers show things as the design's do.
  'edition-kit': ['design', 'i18n', 'contract'],
  editorial: ['edition-kit', 'design', 'i18n', 'contract'],
  sale: ['edition-kit', 'design', 'wallet-login', 'wallets', 'chain-data', 'i18n', 'contract'],
  // The tests of these three have the gateway and the wallet of the sale's.
  holdings: ['sale', 'edition-kit', 'design', 'wallet-login', 'chain-data', 'i18n', 'contract'],
  opening: ['holdings', 'sale', 'edition-kit', 'design', 'wallet-login', 'chain-data', 'i18n', 'contract'],
  collection: [
    'opening',
    'holdings',
    'sale',
    'edition-kit',
    'design',
    'wallet-login',
    'chain-data',
    'i18n',
    'contract',
  ],
  'standard-pages': ['collection', 'editorial', 'sale', 'edition-kit', 'design', 'i18n', 'contract'],
  host: ['wallet-login', 'chain-data', 'i18n', 'contract'],
  ...Object.fromEntries(looks.map((name) => [name, ['design', 'i18n', 'contract']])),
}

/** Our own code, by path and by workspace name: a name that resolves to nothing is still an import. */
const app = '^(apps/|@fieldhouse/app-)'
const own = '^(packages/|apps/|@fieldhouse/)'
const packages = (names) => `^(packages/|@fieldhouse/)(${names.join('|')})(/|$)`

/** The host is an app. */
const roomOf = (name) => (name === 'host' ? 'apps/host' : `packages/${name}`)

/** The import rules in dependency-cruiser's form. */
export const rules = [
  { name: 'packages-never-import-apps', severity: 'error', from: { path: '^packages/' }, to: { path: app } },
  {
    name: 'contract-imports-nothing',
    severity: 'error',
    from: { path: '^packages/contract/', pathNot: '\\.test\\.' },
    to: { pathNot: '^packages/contract/' },
  },
  {
    name: 'wallets-know-no-react',
    severity: 'error',
    from: { path: '^packages/wallets/' },
    to: { path: '(^|/node_modules/)(react|react-dom|react-i18next)(/|$)' },
  },
  {
    name: 'the-host-alone-makes-the-page',
    severity: 'error',
    from: {
      path: '^(packages|apps)/',
      pathNot: '^(apps/host|packages/chain-data|packages/wallet-login)/|\\.test\\.|/testing/',
    },
    to: { path: '(chain-data|wallet-login)/(src/)?(host|connect)(\\.ts)?$' },
  },
  // Circles of types count too: neither of two files can be read without the other.
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ...Object.entries(layers).map(([name, allowed]) => ({
    name: `${name}-keeps-its-layer`,
    severity: 'error',
    from: { path: `^${roomOf(name)}/` },
    to: { path: own, pathNot: `^${roomOf(name)}/|${packages([name, ...allowed])}` },
  })),
]

/**
 * Checks the imports below `apps` and `packages`.
 * @returns `{modules, violations}`, each violation one line of text
 */
export async function checkTypeScript(folder) {
  const { output } = await cruise(['apps', 'packages'], {
    ...CRUISE_OPTIONS,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: rules },
  })
  const violations = output.summary.violations.map(({ rule, from, to, cycle }) =>
    [`${rule.name}: ${from} imports ${to}`, ...(cycle ?? []).slice(1).map(({ name }) => name)].join(' imports '),
  )
  for (const app of await readdir(join(folder, 'apps'))) {
    const manifest = JSON.parse(await readFile(join(folder, 'apps', app, 'package.json'), 'utf8'))
    violations.push(...appViolations(output.modules, `apps/${app}/`, manifest))
  }
  return { modules: output.modules.length, violations: [...new Set(violations)].sort() }
}
