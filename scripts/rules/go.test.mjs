import { expect, it } from 'vitest'
import { goViolations } from './go.mjs'

const plugins = 'fieldhouse/plugins'
const devchain = 'fieldhouse/devchain'
const caddy = 'github.com/caddyserver/caddy/v2'

/** What is allowed, the package and what it imports. */
const allowed = [
  ['what is for tests what tests share', `${plugins}/editions/releasetest`, 'testing', `${plugins}/plugintest/must`],
  ['the gateway any plugin', 'fieldhouse/gateway', `${plugins}/chain`, `${plugins}/chain/pool`, caddy],
  ["a core another plugin's service", `${plugins}/rows/table`, `${plugins}/chain/pool`, `${plugins}/antelope`],
  ['an adapter Caddy and its own core', `${plugins}/chain`, caddy, `${plugins}/chain/pool`],
  ["an adapter another plugin's service", `${plugins}/rows`, `${plugins}/chain`, `${plugins}/edgecache`],
  ['a core the cache engine', `${plugins}/editions/visit`, `${plugins}/edgecache`, `${plugins}/editions/release`],
  ['a core the settings', `${plugins}/editions/visit`, `${plugins}/site/settings`],
  ['the development binary the chain', 'fieldhouse/gateway/cmd/fieldhouse-dev', devchain, 'fieldhouse/gateway'],
  ['the bench of an opening keys of the chain', 'fieldhouse/gateway/bench/opening', `${devchain}/chain/genesis`],
  [
    "the development chain the plugins' libraries",
    `${devchain}/chain/node`,
    `${plugins}/antelope`,
    `${devchain}/chain/ledger`,
  ],
  ['the app of the development chain its wallets', devchain, `${devchain}/wallets/anchor`],
  ['a package that is named like one', `${plugins}/chain/pool`, 'github.com/caddyserver/caddyfile-like'],
]

it.each(allowed)('allows %s', (_, from, ...imported) => {
  expect(goViolations({ ImportPath: from, Imports: imported })).toEqual([])
})

it('allows a test of the whole process the development chain', () => {
  const listed = { ImportPath: 'fieldhouse/gateway', Imports: [caddy], TestImports: [`${devchain}/chain/genesis`] }
  expect(goViolations(listed)).toEqual([])
})

/** By rule: what breaks it, the package and what it imports. */
const forbidden = Object.entries({
  'pages-are-composed-anywhere': [
    ['a page that answers over HTTP', `${plugins}/editions/page`, 'net/http'],
    ['a page that reads the journal', `${plugins}/editions/page`, `${plugins}/editions/lineup/journal`],
    ['a page that opens the store', `${plugins}/editions/page`, `${plugins}/editions/store`],
    ['a release that reads the disk', `${plugins}/editions/release`, 'os'],
    ['data of pages that asks a node', `${plugins}/editions/page/items`, `${plugins}/upstream`],
    ['a composer that keeps pages', `${plugins}/editions/page/composer`, `${plugins}/editions/visit`],
    ['settings that encode answers', `${plugins}/site/settings`, `${plugins}/representation`],
  ],
  'rooms-of-editions-know-none-above': [
    ['a room of editions that knows one above it', `${plugins}/editions/health`, `${plugins}/editions/ship/api`],
  ],
  'pages-know-no-data': [['a page that knows drops', `${plugins}/editions/page`, `${plugins}/editions/page/items`]],
  'plugins-never-import-the-gateway': [
    ['a plugin that imports the gateway', `${plugins}/rows`, 'fieldhouse/gateway/internal/x'],
  ],
  'cores-know-no-caddy': [
    ['a core that imports Caddy', `${plugins}/chain/pool`, caddy],
    ['a core that imports a Caddy package', `${plugins}/chain/pool`, `${caddy}/modules/caddyhttp`],
    ['the cache engine that imports Caddy', `${plugins}/edgecache`, caddy],
    ["a core of the development chain's that imports Caddy", `${devchain}/chain/node`, caddy],
  ],
  'cores-import-no-adapter': [
    ['a core that imports its own adapter', `${plugins}/editions/visit`, `${plugins}/editions`],
    ['a core that imports another adapter', `${plugins}/editions/visit`, `${plugins}/rows`],
  ],
  'plugins-meet-at-their-top-folder': [
    ["a plugin that reaches into another's core", `${plugins}/editions`, `${plugins}/rows/table`],
    ["a development chain that reaches into a plugin's core", devchain, `${plugins}/rows/table`],
  ],
  'the-chain-stands-alone': [
    ['a node that knows a wallet', `${devchain}/chain/node`, `${devchain}/wallets/standin`],
    ['a wallet that knows a service', `${devchain}/wallets/anchor`, `${devchain}/services/blog`],
  ],
  'only-fieldhouse-dev-imports-devchain': [
    ['a plugin that imports the development chain', `${plugins}/rows`, devchain],
    ["a core that imports the development chain's core", `${plugins}/chain/pool`, `${devchain}/chain/ledger`],
    ['the production binary that imports the development chain', 'fieldhouse/gateway/cmd/fieldhouse', devchain],
    ['a gateway that imports the chain for every binary', 'fieldhouse/gateway', `${devchain}/chain/genesis`],
  ],
}).flatMap(([rule, cases]) => cases.map((one) => [...one, rule]))

it.each(forbidden)('catches %s', (_, from, imported, rule) => {
  expect(goViolations({ ImportPath: from, Imports: [imported] })).toEqual([`${rule}: ${from} imports ${imported}`])
})

it.each([
  ['the gateway', 'fieldhouse/gateway'],
  ['the development chain', devchain],
])('catches a test of a plugin that imports %s', (_, imported) => {
  expect(goViolations({ ImportPath: `${plugins}/rows`, TestImports: [imported] })).toHaveLength(1)
})
