import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './paths.mjs'
import { configOverTLS, portsFrom, portVariables, warningOf } from './site.mjs'

const line = (entry) => JSON.stringify({ ts: 1, ...entry })

it.each([
  [
    line({ level: 'error', logger: 'chain', msg: 'asking a node', error: 'refused' }),
    'error: chain: asking a node: refused',
  ],
  [
    line({ level: 'warn', logger: 'site', msg: 'mainet is taken as mainnet' }),
    'warn: site: mainet is taken as mainnet',
  ],
  [
    line({ level: 'warn', logger: 'editions', msg: 'a browser reports', path: '/faq', message: 'main: not the same' }),
    'warn: editions: a browser reports: /faq: main: not the same',
  ],
  ['panic: runtime error', 'panic: runtime error'],
])('shows what a person should know: %s', (text, shown) => {
  expect(warningOf(text)).toBe(shown)
})

it.each([
  line({ level: 'info', msg: 'serving' }),
  line({ level: 'warn', logger: 'admin', msg: 'admin endpoint disabled' }),
  line({ level: 'warn', logger: 'http', msg: 'HTTP/3 skipped because it requires TLS' }),
  '{ not json',
  'plain text',
])('keeps the rest in the log: %s', (text) => {
  expect(warningOf(text)).toBeNull()
})

it('puts the parts of a site on the ports after its own, and tells the Caddyfile so', () => {
  expect(portVariables(portsFrom(18_100))).toEqual({
    PORT: '18100',
    CHAIN_PORT: '18101',
    CLOUD_PORT: '18102',
    ANCHOR_PORT: '18103',
    WOMBAT_PORT: '18104',
  })
})

it('names a variable for every port that Caddyfile.dev reads', async () => {
  const read = await readFile(join(root, 'Caddyfile.dev'), 'utf8')
  const variables = new Set([...read.matchAll(/\{\$(\w*PORT):/g)].map(([, name]) => name))
  expect([...variables].sort()).toEqual(Object.keys(portVariables(portsFrom(8080))).sort())
})

it('writes a configuration whose paths may have spaces', async () => {
  const config = await configOverTLS(18_100)
  expect(config).toContain(`import "${join(root, 'Caddyfile.common')}"`)
  const paths = config.split('\n').filter((text) => text.includes(root) || text.includes('FIELDHOUSE_STORE'))
  expect(paths.length).toBeGreaterThan(3)
  for (const text of paths) expect(text).toMatch(/ "[^"]*(Caddyfile|FIELDHOUSE_STORE)[^"]*"/)
})
