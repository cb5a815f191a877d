import { describe, expect, it } from 'vitest'
import { closingLine, GoTestCounts, vitestCounts } from './counts.mjs'

const count = (events) => {
  const counts = new GoTestCounts()
  for (const event of events) counts.line(typeof event === 'string' ? event : JSON.stringify(event))
  return counts
}

/** An event of `go test -json`. */
const event = (Action, Test, Output) => ({ Action, Package: 'p', Test, Output })

describe('go test', () => {
  it('counts a test with subtests as its subtests', () => {
    const { passed, failed } = count([
      event('run', 'TestA'),
      event('pass', 'TestA/one'),
      event('pass', 'TestA/two/deep'),
      event('pass', 'TestA/two'),
      event('pass', 'TestA'),
      event('pass'),
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 2, failed: 0 })
  })

  it('counts a failing subtest once and shows what it said', () => {
    const { passed, failed, failures } = count([
      event('output', 'TestA/one', 'want 1, got 2\n'),
      event('fail', 'TestA/one'),
      event('pass', 'TestA/two'),
      event('fail', 'TestA'),
      event('fail'),
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
    expect(failures).toEqual(['p TestA/one\nwant 1, got 2'])
  })

  it('counts a test that fails after its subtests passed', () => {
    const { passed, failed } = count([event('pass', 'TestA/one'), event('fail', 'TestA'), event('fail')]).result()
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 })
  })

  it("counts a fuzz target's seeds as one", () => {
    const { passed } = count([
      event('pass', 'FuzzA/seed#0'),
      event('pass', 'FuzzA/seed#1'),
      event('pass', 'FuzzA'),
    ]).result()
    expect(passed).toBe(1)
  })

  it('counts a test that fails in one of its rounds as failed, and shows what that round said', () => {
    const round = (outcome, said) => [
      event('run', 'TestA'),
      event('output', 'TestA', `${said}\n`),
      event(outcome, 'TestA'),
    ]
    const { passed, failed, failures } = count([
      ...round('pass', 'first'),
      ...round('fail', 'second'),
      ...round('pass', 'third'),
      event('fail'),
    ]).result()
    expect({ passed, failed }).toEqual({ passed: 0, failed: 1 })
    expect(failures).toEqual(['p TestA\nsecond'])
  })

  it('names the test that did not end in a later round', () => {
    const { failed, failures } = count([
      event('run', 'TestA'),
      event('pass', 'TestA'),
      event('run', 'TestA'),
      event('output', 'TestA', 'panic: boom\n'),
      event('fail'),
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
      event('run', 'TestA'),
      event('output', 'TestA', 'panic: boom\n'),
      event('fail'),
    ]).result()
    expect(failed).toBe(1)
    expect(failures[0]).toContain('p TestA\npanic: boom')
  })

  it('counts skipped tests apart and keeps what is no event', () => {
    const counts = count([event('skip', 'TestA'), 'go: no such module'])
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
