import { cruise } from 'dependency-cruiser'

/** What each shared package may import of the project's own packages (docs/architecture.md, "Who may know whom"). */
export const layers = {
  contract: [],
  'chain-data': ['contract'],
  i18n: ['contract'],
  wallets: ['chain-data', 'contract'],
  'wallet-login': ['wallets', 'design', 'chain-data', 'i18n', 'contract'],
  design: ['i18n', 'contract'],
  // The kit's test helpers show things as the design's do.
  'edition-kit': ['design', 'i18n', 'contract'],
  sale: ['edition-kit', 'design', 'wallet-login', 'chain-data', 'i18n', 'contract'],
  host: ['wallet-login', 'chain-data', 'i18n', 'contract'],
}

/** Our own code, by path and by workspace name: a name that resolves to nothing is still an import. */
const app = '^(apps/|@fieldhouse/app-)'
const own = '^(packages/|apps/|@fieldhouse/)'
const packages = (names) => `^(packages/|@fieldhouse/)(${names.join('|')})(/|$)`

/** The import rules in dependency-cruiser's form. */
export const rules = [
  {
    name: 'apps-never-import-each-other',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: app, pathNot: '^(apps/|@fieldhouse/app-)$1(/|$)' },
  },
  { name: 'packages-never-import-apps', severity: 'error', from: { path: '^packages/' }, to: { path: app } },
  {
    name: 'contract-imports-nothing',
    severity: 'error',
    from: { path: '^packages/contract/', pathNot: '\\.test\\.' },
    to: { pathNot: '^packages/contract/' },
  },
  ...Object.entries(layers).map(([name, allowed]) => ({
    name: `${name}-keeps-its-layer`,
    severity: 'error',
    from: { path: `^packages/${name}/` },
    to: { path: own, pathNot: packages([name, ...allowed]) },
  })),
]

const options = {
  parser: 'swc',
  // Types count too: an import of a type alone ties two teams together as well.
  tsPreCompilationDeps: true,
  exclude: { path: '(^|/)(dist|dist-[^/]+|testdata)/' },
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
  },
}

/**
 * Checks the imports below `apps` and `packages`.
 * @returns `{modules, violations}`, each violation one line of text
 */
export async function checkTypeScript(folder) {
  const { output } = await cruise(['apps', 'packages'], {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: rules },
  })
  const violations = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} imports ${to}`)
  return { modules: output.modules.length, violations: [...new Set(violations)].sort() }
}
