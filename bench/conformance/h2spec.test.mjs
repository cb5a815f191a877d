import { expect, it } from 'vitest'
import { h2specFailures, h2specTotals } from './h2spec.mjs'

it("reads h2spec's totals and failures", () => {
  const output = `Failures: \n\n  5.1. Stream States\n    × 3: closed: Sends a frame\n      -> It must\n    × 3: closed: Sends a frame\n\nFinished in 5.1 seconds\n145 tests, 141 passed, 0 skipped, 4 failed\n`
  expect(h2specTotals(output)).toEqual({ tests: 145, passed: 141, skipped: 0, failed: 4 })
  expect(h2specFailures(output)).toEqual(['closed: Sends a frame'])
  expect(h2specTotals('Error: connection refused')).toBeNull()
})
