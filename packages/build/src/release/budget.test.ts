import { describe, expect, it } from 'vitest'
import { sizeTable, WALLETS_BUDGET } from './budget.ts'
import type { MadeRelease } from './write.ts'

const BUDGET = 100_000

/** A release of scripts, by their compressed sizes in bytes. */
function releaseOf(scripts: Record<string, { br: number; gz: number }>): MadeRelease {
  const sizes = new Map(Object.entries(scripts).map(([path, size]) => [path, { plain: 1_000_000, ...size }]))
  return { sizes, manifest: { host: 'host.js', preload: ['mount.js'] } } as unknown as MadeRelease
}

const PAGE = { 'host.js': { br: 60_000, gz: 70_000 }, 'mount.js': { br: 40_000, gz: 50_000 } }
const LOGIN = {
  'wallets.js': { br: 20_000, gz: 30_000 },
  'wallet-anchor.0123456789abcdef.js': { br: 100_000, gz: 120_000 },
  'wallet-cloud.0123456789abcdef.js': { br: 80_000, gz: 100_000 },
}

describe("a release's scripts", () => {
  it('may weigh as much as their budgets: brotli on a first page, gzip when logging in', () => {
    const { text, over } = sizeTable({ scriptBudget: BUDGET }, releaseOf({ ...PAGE, ...LOGIN }))
    expect(over).toEqual([])
    expect(text).toMatch(/first page +100000 +120000 {2}of 100000 bytes of script \(brotli\)/)
    expect(text).toMatch(/login +200000 +250000 {2}of 250000 bytes of script \(gzip\)/)
  })

  it.each([
    [
      'a first page',
      { 'mount.js': { br: 40_001, gz: 50_000 } },
      'the first page is over its budget of 100000 bytes of script (brotli)',
    ],
    [
      "the wallets' lazy part",
      { 'wallets.js': { br: 20_000, gz: 30_001 } },
      `the login is over its budget of ${WALLETS_BUDGET} bytes of script (gzip)`,
    ],
    [
      "another wallet's chunk",
      { 'wallet-new.0123456789abcdef.js': { br: 1, gz: 1 } },
      `the login is over its budget of ${WALLETS_BUDGET} bytes of script (gzip)`,
    ],
  ])('that are over the budget by a byte are told: %s', (_, change, reason) => {
    const { text, over } = sizeTable({ scriptBudget: BUDGET }, releaseOf({ ...PAGE, ...LOGIN, ...change }))
    expect(over).toEqual([expect.stringContaining(`${reason}: `)])
    expect(text).toContain('OVER')
  })

  it("of an edition have no wallets to weigh: they are the shell's", () => {
    expect(sizeTable({ scriptBudget: BUDGET }, releaseOf(PAGE)).text).not.toContain('login')
  })
})
