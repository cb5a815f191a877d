import { expect, it } from 'vitest'
import { goViolations } from './go.mjs'

const plugins = 'fieldhouse/plugins'
const caddy = 'github.com/caddyserver/caddy/v2'

const allowed = [
  [
    'the gateway any plugin',
    { ImportPath: 'fieldhouse/gateway', Imports: [`${plugins}/devchain`, `${plugins}/chain/pool`, caddy] },
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
      ImportPath: `${plugins}/editions/page`,
      Imports: [`${plugins}/site/settings`, `${plugins}/edgecache`, `${plugins}/editions/release`],
    },
  ],
  [
    'a test the development chain',
    { ImportPath: `${plugins}/rows`, Imports: [], XTestImports: [`${plugins}/devchain`] },
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
  [
    'a plugin that imports the gateway',
    `${plugins}/rows`,
    'fieldhouse/gateway/internal/x',
    'plugins-never-import-the-gateway',
  ],
  ['a core that imports Caddy', `${plugins}/chain/pool`, caddy, 'cores-know-no-caddy'],
  ['a core that imports a Caddy package', `${plugins}/chain/pool`, `${caddy}/modules/caddyhttp`, 'cores-know-no-caddy'],
  ['the cache engine that imports Caddy', `${plugins}/edgecache`, caddy, 'cores-know-no-caddy'],
  ['a core that imports its own adapter', `${plugins}/editions/page`, `${plugins}/editions`, 'cores-import-no-adapter'],
  ['a core that imports another adapter', `${plugins}/editions/page`, `${plugins}/rows`, 'cores-import-no-adapter'],
  [
    "a plugin that reaches into another's core",
    `${plugins}/editions`,
    `${plugins}/rows/table`,
    'plugins-meet-at-their-top-folder',
  ],
  [
    'a plugin that imports the development chain',
    `${plugins}/rows`,
    `${plugins}/devchain`,
    'only-the-gateway-imports-devchain',
  ],
  [
    "a core that imports the development chain's core",
    `${plugins}/chain/pool`,
    `${plugins}/devchain/ledger`,
    'only-the-gateway-imports-devchain',
  ],
]

it.each(forbidden)('catches %s', (_, from, imported, rule) => {
  expect(goViolations({ ImportPath: from, Imports: [imported] })).toEqual([`${rule}: ${from} imports ${imported}`])
})

it('catches a test of a plugin that imports the gateway', () => {
  expect(goViolations({ ImportPath: `${plugins}/rows`, TestImports: ['fieldhouse/gateway'] })).toHaveLength(1)
})
