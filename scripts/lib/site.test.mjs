import { expect, it } from 'vitest'
import { warningOf } from './site.mjs'

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
