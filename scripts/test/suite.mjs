import { Problem } from '../lib/problem.mjs'
import { seconds } from '../lib/progress.mjs'
import { closingLine, result } from './counts.mjs'

/** The lines at either end of what a failed test said that the end of the run says again. */
const SAID_AGAIN = 8

/** The steps of a test run: each ends in counts, and one that fails stops no other. */
export class Suite {
  #progress
  #steps = []

  constructor(progress) {
    this.#progress = progress
  }

  /**
   * Runs one step. `run` answers counts, or throws, which counts as one failure.
   * @returns true when nothing in it failed
   */
  async step(name, hint, run) {
    const step = this.#progress.step(name, hint)
    let counts
    try {
      counts = await run(step)
    } catch (error) {
      const said =
        error instanceof Problem
          ? [error.output, error.message].filter(Boolean).join('\n')
          : String(error.stack ?? error)
      counts = result(0, 1, 0, [said])
    }
    this.#steps.push({ name, took: step.elapsed(), ...counts })
    for (const failure of counts.failures) this.#progress.note(`\n--- ${name}: ${failure}\n`)
    if (counts.failed > 0) step.fail(closingLine(counts))
    else step.done(closingLine(counts))
    return counts.failed === 0
  }

  /** Counts a step that could not run because one before it failed. */
  skip(name, reason) {
    this.#steps.push({ name, took: 0, ...result(0, 1, 0, [reason]) })
    this.#progress.note(`  ${name.padEnd(12)} not run: ${reason}`)
  }

  /** Prints the steps and, last, the closing line. Answers the exit code. */
  close(print = console.log) {
    const total = result()
    print('')
    for (const { name, took, passed, failed, skipped, failures } of this.#steps) {
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
      print(
        `  ${failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(12)} ${seconds(took).padStart(7)}  ${closingLine({ passed, failed, skipped })}`,
      )
      for (const failure of failures) for (const line of ends(failure)) print(`          ${line}`)
    }
    print('')
    print(closingLine(total))
    return total.failed > 0 || total.passed === 0 ? 1 : 0
  }
}

/** A failure's first and last lines: who has the end of a run alone, as CI shows it, sees why. */
function ends(failure) {
  const lines = failure.trimEnd().split('\n')
  if (lines.length <= 2 * SAID_AGAIN + 1) return lines
  return [...lines.slice(0, SAID_AGAIN), `… ${lines.length - 2 * SAID_AGAIN} lines`, ...lines.slice(-SAID_AGAIN)]
}
