import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as constants from './constants'

/** A line of section 9: what it says, the section that uses it, and where its value lives. */
type Line = { says: string; section: string } & (
  | { constant: keyof typeof constants; value: unknown }
  | { goIdentifier: string; written: RegExp }
)

const values = { ...constants }
const settings = new URL('../../../plugins/site/settings/', import.meta.url)

const utc = (year: number, month: string, day: number, hour: number) =>
  new RegExp(`time\\.Date\\(${year}, time\\.${month}, ${day}, ${hour}, 0, 0, 0, time\\.UTC\\)`)

const SECTION_9: Line[] = [
  { says: 'Wallet session timeout 120000 ms', section: '4', constant: 'WALLET_SESSION_TIMEOUT', value: 120000 },
  { says: 'resource provider timeout 5000 ms', section: '7', constant: 'RESOURCE_PROVIDER_TIMEOUT', value: 5000 },
  { says: 'Success dialog closes after 1500 ms', section: '4', constant: 'SUCCESS_DIALOG_DURATION', value: 1500 },
  { says: 'copied indicator 2000 ms', section: '2', constant: 'COPIED_DURATION', value: 2000 },
  { says: 'WebSocket retry delay at most 10000 ms', section: '7', constant: 'WEBSOCKET_RETRY_MAX', value: 10000 },
  { says: 'Trigger URL payload at most 700 bytes', section: '3', constant: 'TRIGGER_PAYLOAD_MAX', value: 700 },
  { says: 'Stored Anchor cookie lasts 600000 ms', section: '9', constant: 'ANCHOR_COOKIE_LIFETIME', value: 600000 },
  { says: 'Login refresh window 30 s', section: '4', constant: 'LOGIN_REFRESH_WINDOW', value: 30000 },
  { says: 'ticking each second', section: '4', constant: 'LOGIN_REFRESH_TICK', value: 1000 },
  {
    says: 'Sale countdown target 2023-11-27 14:00 UTC',
    section: '2',
    goIdentifier: 'SaleStart',
    written: utc(2023, 'November', 27, 14),
  },
  {
    says: 'Older target 8 Sep 2023 (New York time)',
    section: '2',
    goIdentifier: 'OlderSaleTargets',
    written: utc(2023, 'September', 8, 4),
  },
  {
    says: 'Older target 2 Nov 2023 (New York time)',
    section: '2',
    goIdentifier: 'OlderSaleTargets',
    written: utc(2023, 'November', 2, 4),
  },
  {
    says: 'Season 3 countdown target 8 Sep 2023 00:00 New York time',
    section: '2',
    goIdentifier: 'SeasonStart',
    written: utc(2023, 'September', 8, 4),
  },
  { says: 'Season 3', section: '2', goIdentifier: 'SeasonNumber', written: /= 3$/m },
  {
    says: 'an earlier sales target 3 Jul 2023 11:00 New York time is computed but not displayed',
    section: '2',
    goIdentifier: 'EarlierSalesTarget',
    written: utc(2023, 'July', 3, 15),
  },
  { says: 'Wide-layout breakpoint 1440px', section: '2', constant: 'WIDE_BREAKPOINT', value: 1440 },
  { says: 'Toast 5000 ms', section: '2', constant: 'TOAST_DURATION', value: 5000 },
  { says: 'Animation duration 2000 ms', section: '2', constant: 'ANIMATION_DURATION', value: 2000 },
  { says: 'Asset page size 1000', section: '7', constant: 'ASSET_PAGE_SIZE', value: 1000 },
  { says: 'balance limit 10', section: '7', constant: 'BALANCE_LIMIT', value: 10 },
  { says: 'median limit 1', section: '7', constant: 'MEDIAN_LIMIT', value: 1 },
  { says: 'Network tag mainnet', section: '1', goIdentifier: 'DefaultNetwork', written: /= "mainnet"/ },
  {
    says: "misspelled value 'mainet' is what counts as mainnet in the asset endpoint choice",
    section: '3',
    goIdentifier: 'MisspelledMainnet',
    written: /= "mainet"/,
  },
  { says: 'Signing hashes string messages by default', section: '9', constant: 'HASHES_MESSAGES', value: true },
  { says: 'default string encoding utf8', section: '9', constant: 'STRING_ENCODING', value: 'utf8' },
  { says: 'Default theme system', section: '3', constant: 'DEFAULT_THEME', value: 'system' },
  { says: 'default fuel referrer is set', section: '7', constant: 'FUEL_REFERRER', value: 'fieldhouse' },
  { says: 'wallet link library version 3.5.1', section: '3', constant: 'WALLET_LINK_VERSION', value: '3.5.1' },
]

/** Numbers that other sections give and that live in the same home. */
const OTHER_SECTIONS: Line[] = [
  { says: 'blocksBehind 3', section: '7', constant: 'BLOCKS_BEHIND', value: 3 },
  { says: 'expireSeconds 180', section: '7', constant: 'EXPIRE_SECONDS', value: 180 },
  { says: 'Scatter-style: 30', section: '7', constant: 'SCATTER_EXPIRE_SECONDS', value: 30 },
  { says: 'retries a fetch up to 6 times', section: '7', constant: 'POLLING_STEADY_ATTEMPTS', value: 6 },
  { says: 'at 1 s intervals', section: '7', constant: 'POLLING_INTERVAL', value: 1000 },
  { says: 'gives up at the 11th attempt', section: '7', constant: 'POLLING_LAST_ATTEMPT', value: 11 },
]

const LINES = [...SECTION_9, ...OTHER_SECTIONS]

/** The declaration of a Go identifier with everything up to the next one, comments left out. */
const declarationOf = (identifier: string): string => {
  const sources = readdirSync(settings)
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .map((name) => readFileSync(new URL(name, settings), 'utf8').replace(/^\s*\/\/.*\n/gm, ''))
  const declarations = sources.flatMap((source) =>
    source.match(
      new RegExp(`^(?:\\t|(?:var|const) )${identifier}\\b[^\\n]*=[\\s\\S]*?(?=^\\t\\w+ *=|^\\)|^\\})`, 'gm'),
    ),
  )
  const found = declarations.filter((declaration) => declaration !== null)
  if (found.length !== 1) throw new Error(`${identifier} is declared ${found.length} times in plugins/site/settings`)
  return found[0] ?? ''
}

describe('a constant of the specification has one home and a name', () => {
  it.each(LINES)('$says (section $section)', (line) => {
    if ('constant' in line) expect(values[line.constant]).toBe(line.value)
    else expect(declarationOf(line.goIdentifier)).toMatch(line.written)
  })

  it('and the home holds no other', () => {
    const named = LINES.flatMap((line) => ('constant' in line ? [line.constant] : []))
    expect(named.toSorted()).toEqual(Object.keys(values).toSorted())
  })
})

it('repeats the wide breakpoint in the style sheet of the header, which lays it out', () => {
  const sheet = readFileSync(new URL('../../../apps/shell/src/header/nav.module.css', import.meta.url), 'utf8')
  const [, wide] = /\(width >= (\d+)em\) \{\s*\.flat \{\s*display: flex/.exec(sheet) ?? []
  const [, narrow] = /\(width < (\d+)em\) \{\s*\.dropping \{\s*display: flex/.exec(sheet) ?? []
  // Letters of 16 pixels, unless the visitor has chosen larger ones.
  expect([Number(wide) * 16, Number(narrow) * 16]).toEqual([values.WIDE_BREAKPOINT, values.WIDE_BREAKPOINT])
})

it('measures windows in letters: who reads with larger ones gets the layout that has room for them', () => {
  const cwd = new URL('../../..', import.meta.url)
  const sheets = globSync('{packages,apps}/*/src/**/*.css', { cwd: cwd.pathname })
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.filter((sheet) => /@media[^{]*\dpx/.test(readFileSync(new URL(sheet, cwd), 'utf8')))).toEqual([])
})
