import { expect, it } from 'vitest'
import { goViolations } from './go.mjs'

const plugins = 'fieldhouse/plugins'
const devchain = 'fieldhouse/devchain'
const caddy = 'github.com/caddyserver/caddy/v2'

const allowed = [
  [
    'the gateway any plugin',
    { ImportPath: 'fieldhouse/gateway', Imports: [`${plugins}/chain`, `${plugins}/chain/pool`, caddy] },
  ],
  [
    "a core another plugin's declared service",
    { ImportPath: `${plugins}/rows/table`, Imports: [`${plugins}/chain/pool`, `${plugins}/antelope`] },
  ],
  ['an adapter Caddy and its own core', { ImportPath: `${plugins}/chain`, Imports: [caddy, `${plugins}/chain/pool`] }],
  [
    "an adapter another plugin's service",
    { ImportPath: `${plugins}/rows`, Imports: [`${plugins}/chain`, `${plugins}/edgecache`] },
  ],
  [
    'a core the settings and the cache engine',
    {
      ImportPath: `${plugins}/editions/visit`,
      Imports: [`${plugins}/site/settings`, `${plugins}/edgecache`, `${plugins}/editions/release`],
    },
  ],
  [
    'the development binary the development chain',
    { ImportPath: 'fieldhouse/gateway/cmd/fieldhouse-dev', Imports: [devchain, 'fieldhouse/gateway'] },
  ],
  [
    'the bench of an opening the keys of the development chain',
    { ImportPath: 'fieldhouse/gateway/bench/opening', Imports: [`${devchain}/genesis`] },
  ],
  [
    'a test of the whole process the development chain',
    { ImportPath: 'fieldhouse/gateway', Imports: [caddy], TestImports: [`${devchain}/genesis`] },
  ],
  [
    "the development chain the plugins' libraries",
    { ImportPath: `${devchain}/node`, Imports: [`${plugins}/antelope`, `${devchain}/ledger`] },
  ],
  [
    'a package that is named like one',
    { ImportPath: `${plugins}/chain/pool`, Imports: ['github.com/caddyserver/caddyfile-like'] },
  ],
]

it.each(allowed)('allows %s', (_, listed) => {
  expect(goViolations(listed)).toEqual([])
})

const forbidden = [
  ...[
    ['a page that answers over HTTP', 'editions/page', 'net/http'],
    ['a page that reads the journal', 'editions/page', `${plugins}/editions/lineup/journal`],
    ['a page that opens the store', 'editions/page', `${plugins}/editions/store`],
    ['a release that reads the disk', 'editions/release', 'os'],
    ['data of pages that asks a node', 'editions/page/items', `${plugins}/upstream`],
    ['a composer that keeps pages', 'editions/page/composer', `${plugins}/editions/visit`],
    ['settings that encode answers', 'site/settings', `${plugins}/representation`],
  ].map(([what, from, imported]) => [what, `${plugins}/${from}`, imported, 'pages-are-composed-anywhere']),
  ['a page that knows drops', `${plugins}/editions/page`, `${plugins}/editions/page/items`, 'pages-know-no-data'],
  [
    'a plugin that imports the gateway',
    `${plugins}/rows`,
    'fieldhouse/gateway/internal/x',
    'plugins-never-import-the-gateway',
  ],
  ['a core that imports Caddy', `${plugins}/chain/pool`, caddy, 'cores-know-no-caddy'],
  ['a core that imports a Caddy package', `${plugins}/chain/pool`, `${caddy}/modules/caddyhttp`, 'cores-know-no-caddy'],
  ['the cache engine that imports Caddy', `${plugins}/edgecache`, caddy, 'cores-know-no-caddy'],
  [
    'a core that imports its own adapter',
    `${plugins}/editions/visit`,
    `${plugins}/editions`,
    'cores-import-no-adapter',
  ],
  ['a core that imports another adapter', `${plugins}/editions/visit`, `${plugins}/rows`, 'cores-import-no-adapter'],
  [
    "a plugin that reaches into another's core",
    `${plugins}/editions`,
    `${plugins}/rows/table`,
    'plugins-meet-at-their-top-folder',
  ],
  ['a plugin that imports the development chain', `${plugins}/rows`, devchain, 'only-fieldhouse-dev-imports-devchain'],
  [
    "a core that imports the development chain's core",
    `${plugins}/chain/pool`,
    `${devchain}/ledger`,
    'only-fieldhouse-dev-imports-devchain',
  ],
  [
    'the production binary that imports the development chain',
    'fieldhouse/gateway/cmd/fieldhouse',
    devchain,
    'only-fieldhouse-dev-imports-devchain',
  ],
  [
    'a gateway that imports the development chain for every binary',
    'fieldhouse/gateway',
    `${devchain}/genesis`,
    'only-fieldhouse-dev-imports-devchain',
  ],
  ["a core of the development chain's that imports Caddy", `${devchain}/node`, caddy, 'cores-know-no-caddy'],
  [
    "a development chain that reaches into a plugin's core",
    devchain,
    `${plugins}/rows/table`,
    'plugins-meet-at-their-top-folder',
  ],
]

it.each(forbidden)('catches %s', (_, from, imported, rule) => {
  expect(goViolations({ ImportPath: from, Imports: [imported] })).toEqual([`${rule}: ${from} imports ${imported}`])
})

it.each([
  ['the gateway', 'fieldhouse/gateway'],
  ['the development chain', devchain],
])('catches a test of a plugin that imports %s', (_, imported) => {
  expect(goViolations({ ImportPath: `${plugins}/rows`, TestImports: [imported] })).toHaveLength(1)
})
