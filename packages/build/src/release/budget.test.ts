import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HOST_BUDGET, LOGIN_BUDGET, PAGE_BUDGET, REMOTE_BUDGET, SHELL_BUDGET, sizeTable } from './budget.ts'
import type { MadeRelease } from './write.ts'

/** What both refuse, and the gateway's test reads as well. */
const vectors: {
  budgets: Record<string, number>
  cases: {
    sentence: string
    edition: string
    manifest: object
    sizes: Record<string, { plain?: number; br?: number; gz?: number }>
    over: string[]
  }[]
} = JSON.parse(readFileSync(join(import.meta.dirname, '../../testdata/budgets.json'), 'utf8'))

const BUDGET = 100_000

/** A release of scripts, by their compressed sizes in bytes. */
function releaseOf(scripts: Record<string, { br: number; gz: number }>): MadeRelease {
  const sizes = new Map(Object.entries(scripts).map(([path, size]) => [path, { plain: 1_000_000, ...size }]))
  return {
    sizes,
    files: new Map(),
    manifest: {
      preload: ['entry.js', 'mount.js'],
      routes: [{ scripts: [] }, { scripts: ['entry.js', 'mount.js', 'island.js'] }],
    },
  } as unknown as MadeRelease
}

const PAGE = {
  'entry.js': { br: 60_000, gz: 70_000 },
  'mount.js': { br: 30_000, gz: 40_000 },
  'island.js': { br: 10_000, gz: 10_000 },
}
const LOGIN = {
  'wallets.0123456789abcdef.js': { br: 20_000, gz: 25_000 },
  'wallet-packing.0123456789abcdef.js': { br: 50_000, gz: 65_000 },
  'wallet-anchor.0123456789abcdef.js': { br: 30_000, gz: 40_000 },
  'wallet-cloud.0123456789abcdef.js': { br: 80_000, gz: 105_000 },
}

describe("a release's scripts", () => {
  it('may weigh as much as their budgets: brotli on a first page, gzip when logging in', () => {
    const { text, over } = sizeTable({ edition: 'golf', scriptBudget: BUDGET }, releaseOf({ ...PAGE, ...LOGIN }))
    expect(over).toEqual([])
    expect(text).toMatch(/first page +100000 +120000 {2}of 100000 bytes of script \(brotli\)/)
    expect(text).toMatch(/login with anchor +100000 +130000 {2}of 130000 bytes of script \(gzip\)/)
    expect(text).toMatch(/login with cloud +100000 +130000 {2}of 130000 bytes of script \(gzip\)/)
  })

  it.each([
    [
      'a first page',
      { 'mount.js': { br: 40_001, gz: 50_000 } },
      'the first page is over its budget of 100000 bytes of script (brotli)',
    ],
    [
      'what one wallet brings',
      { 'wallet-cloud.0123456789abcdef.js': { br: 1, gz: 105_001 } },
      `the login with cloud is over its budget of ${LOGIN_BUDGET} bytes of script (gzip)`,
    ],
    [
      'what those bring that do not pack themselves',
      { 'wallet-packing.0123456789abcdef.js': { br: 1, gz: 65_001 } },
      `the login with anchor is over its budget of ${LOGIN_BUDGET} bytes of script (gzip)`,
    ],
    [
      'another wallet',
      { 'wallet-new.0123456789abcdef.js': { br: 1, gz: 40_001 } },
      `the login with new is over its budget of ${LOGIN_BUDGET} bytes of script (gzip)`,
    ],
  ])('that are over the budget by a byte are told: %s', (_, change, reason) => {
    const { text, over } = sizeTable(
      { edition: 'golf', scriptBudget: BUDGET },
      releaseOf({ ...PAGE, ...LOGIN, ...change }),
    )
    expect(over).toEqual([expect.stringContaining(`${reason}: `)])
    expect(text).toContain('OVER')
  })

  it('that are over the budget are told by what they are made of', () => {
    const release = releaseOf({ ...PAGE, 'mount.js': { br: 40_001, gz: 1 } })
    const map = { version: 3, sources: ['apps/golf/src/Opening.tsx'], mappings: 'AAAA' }
    release.files.set('mount.js', Buffer.from('x'))
    release.files.set('mount.js.0123.map', Buffer.from(JSON.stringify(map)))
    const { text, heavy } = sizeTable({ edition: 'golf', scriptBudget: BUDGET }, release)
    expect(heavy).toEqual([
      '  entry.js, 60000 bytes (brotli)',
      '  mount.js, 40001 bytes (brotli): mostly apps/golf/src/Opening.tsx (100 %)',
      '  island.js, 10000 bytes (brotli)',
    ])
    expect(text).toMatch(/mount\.js .* first page, apps\/golf\/src\/Opening\.tsx/)
  })

  it("of the wallets' lazy part count for every choice", () => {
    const heavier = { ...LOGIN, 'wallets.0123456789abcdef.js': { br: 1, gz: 25_001 } }
    expect(sizeTable({ edition: 'golf', scriptBudget: BUDGET }, releaseOf({ ...PAGE, ...heavier })).over).toEqual([
      expect.stringContaining('the login with anchor is over'),
      expect.stringContaining('the login with cloud is over'),
    ])
  })

  it("of an edition have no wallets to weigh: they are the host's", () => {
    expect(sizeTable({ edition: 'golf', scriptBudget: BUDGET }, releaseOf(PAGE)).text).not.toContain('login')
  })
})

describe('the cases that the gateway refuses too', () => {
  it('are of these budgets', () => {
    const { budgets } = vectors
    expect(budgets).toEqual({
      page: PAGE_BUDGET,
      host: HOST_BUDGET,
      shell: SHELL_BUDGET,
      edition: REMOTE_BUDGET,
      login: LOGIN_BUDGET,
    })
  })

  it.each(vectors.cases)('$sentence', ({ edition, manifest, sizes, over }) => {
    const sent = Object.entries(sizes).map(([path, { plain = 1_000_000, br = plain, gz = plain }]) => {
      return [path, { plain, br, gz }] as const
    })
    const release = { manifest, sizes: new Map(sent), files: new Map() } as unknown as MadeRelease
    expect(sizeTable({ edition }, release).over).toEqual(over)
  })
})
