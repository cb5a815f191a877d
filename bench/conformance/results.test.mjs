import { expect, it } from 'vitest'
import { h2specFailures, h2specTotals, sameResults, summary } from './results.mjs'

const suites = [
  {
    tests: [
      { id: 'base' },
      { id: 'needs-base', depends_on: ['base'] },
      { id: 'best', kind: 'optimal' },
      { id: 'look', kind: 'check' },
      { id: 'browser', browser_only: true },
    ],
  },
]

it.each([
  [
    { base: true, 'needs-base': true, best: true, look: true },
    { passed: 2, sure: 2, required: 2, optimal: 1 },
  ],
  [
    { base: ['Setup', 'x'], 'needs-base': true, best: ['Assertion', 'x'], look: true },
    { passed: 1, sure: 0, required: 2, optimal: 0 },
  ],
])('counts what passes, and not what rests on a failure: %j', (results, counts) => {
  expect(summary(suites, results)).toEqual(counts)
})

it('finds the tests in which two differ', () => {
  expect(sameResults({ a: true, b: ['Assertion', '1'], c: true }, { a: true, b: ['Setup', '2'] })).toEqual(['c'])
})

it("reads h2spec's totals and failures", () => {
  const output = `Failures: \n\n  5.1. Stream States\n    × 3: closed: Sends a frame\n      -> It must\n    × 3: closed: Sends a frame\n\nFinished in 5.1 seconds\n145 tests, 141 passed, 0 skipped, 4 failed\n`
  expect(h2specTotals(output)).toEqual({ tests: 145, passed: 141, skipped: 0, failed: 4 })
  expect(h2specFailures(output)).toEqual(['closed: Sends a frame'])
  expect(h2specTotals('Error: connection refused')).toBeNull()
})
