import { describe, expect, it } from 'vitest'
import { closingLine, GoTestCounts, vitestCounts } from './counts.mjs'

const count = (events) => {
  const counts = new GoTestCounts()
  for (const event of events) counts.line(typeof event === 'string' ? event : JSON.stringify(event))
  return counts
}

describe('go test', () => {
  it('counts a test with subtests as its subtests', () => {
    const { passed, failed } = count([
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'pass', Package: 'p', Test: 'TestA/one' },
      { Action: 'pass', Package: 'p', Test: 'TestA/two/deep' },
      { Action: 'pass', Package: 'p', Test: 'TestA/two' },
      { Action: 'pass', Package: 'p', Test: 'TestA' },
      { Action: 'pass', Package: 'p' },
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 2, failed: 0 })
  })

  it('counts a failing subtest once and shows what it said', () => {
    const { passed, failed, failures } = count([
      { Action: 'output', Package: 'p', Test: 'TestA/one', Output: 'want 1, got 2\n' },
      { Action: 'fail', Package: 'p', Test: 'TestA/one' },
      { Action: 'pass', Package: 'p', Test: 'TestA/two' },
      { Action: 'fail', Package: 'p', Test: 'TestA' },
      { Action: 'fail', Package: 'p' },
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
    expect(failures).toEqual(['p TestA/one\nwant 1, got 2'])
  })

  it('counts a test that fails after its subtests passed', () => {
    const { passed, failed } = count([
      { Action: 'pass', Package: 'p', Test: 'TestA/one' },
      { Action: 'fail', Package: 'p', Test: 'TestA' },
      { Action: 'fail', Package: 'p' },
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
  })

  it("counts a fuzz target's seeds as one", () => {
    const { passed } = count([
      { Action: 'pass', Package: 'p', Test: 'FuzzA/seed#0' },
      { Action: 'pass', Package: 'p', Test: 'FuzzA/seed#1' },
      { Action: 'pass', Package: 'p', Test: 'FuzzA' },
    ]).result()
    expect(passed).toBe(1)
  })

  it('counts a test that fails in one of its rounds as failed, and shows what that round said', () => {
    const round = (outcome, said) => [
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'output', Package: 'p', Test: 'TestA', Output: `${said}\n` },
      { Action: outcome, Package: 'p', Test: 'TestA' },
    ]
    const { passed, failed, failures } = count([
      ...round('pass', 'first'),
      ...round('fail', 'second'),
      ...round('pass', 'third'),
      { Action: 'fail', Package: 'p' },
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 })
    expect(failures).toEqual(['p TestA\nsecond'])
  })

  it('names the test that did not end in a later round', () => {
    const { failed, failures } = count([
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'pass', Package: 'p', Test: 'TestA' },
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'output', Package: 'p', Test: 'TestA', Output: 'panic: boom\n' },
      { Action: 'fail', Package: 'p' },
    ]).result()
    expect(failed).toBe(1)
    expect(failures[0]).toContain('p TestA\npanic: boom')
  })

  it('counts a package that does not compile and shows why', () => {
    const { failed, failures } = count([
      { Action: 'build-output', ImportPath: 'p [p.test]', Output: 'a.go:1: undefined: x\n' },
      { Action: 'build-fail', ImportPath: 'p [p.test]' },
      { Action: 'fail', Package: 'p', FailedBuild: 'p [p.test]' },
    ]).result()
    expect(failed).toBe(1)
    expect(failures[0]).toContain('undefined: x')
  })

  it('counts a package that panics in the middle of a test and names the test', () => {
    const { failed, failures } = count([
      { Action: 'run', Package: 'p', Test: 'TestA' },
      { Action: 'output', Package: 'p', Test: 'TestA', Output: 'panic: boom\n' },
      { Action: 'fail', Package: 'p' },
    ]).result()
    expect(failed).toBe(1)
    expect(failures[0]).toContain('p TestA\npanic: boom')
  })

  it('counts skipped tests apart and keeps what is no event', () => {
    const counts = count([{ Action: 'skip', Package: 'p', Test: 'TestA' }, 'go: no such module'])
    expect(counts.result()).toEqual({ passed: 0, failed: 0, skipped: 1, failures: [] })
    expect(counts.loose).toBe('go: no such module')
  })
})

describe('vitest', () => {
  it('counts tests by their status', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'one' },
            { status: 'failed', fullName: 'two', failureMessages: ['Error: no'] },
            { status: 'pending', fullName: 'three' },
          ],
        },
      ],
    }
    expect(vitestCounts(report)).toEqual({ passed: 1, failed: 1, skipped: 1, failures: ['a.test.ts > two\nError: no'] })
  })

  it('counts a file that fails before its tests', () => {
    const report = {
      testResults: [{ name: 'a.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] }],
    }
    expect(vitestCounts(report)).toEqual({ passed: 0, failed: 1, skipped: 0, failures: ['a.test.ts\ncannot be read'] })
  })
})

it('closes with the counts alone on a line', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
