/** What a step of the tests came to. `failures` are texts for people, one for each thing that failed. */
export const result = (passed = 0, failed = 0, skipped = 0, failures = []) => ({ passed, failed, skipped, failures })

/** The lines of a failing test's output that are shown, and the characters of each. */
const SHOWN_LINES = 120
const SHOWN_CHARACTERS = 2000

const cut = (line) => (line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)} …` : line)

function tail(lines) {
  const shown = lines.slice(-SHOWN_LINES).map(cut)
  return lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} lines before`, ...shown] : shown
}

/**
 * Reads `go test -json` line by line. A test with subtests counts as its
 * subtests; a fuzz target's seeds count as one. A package that fails without a
 * failing test (it does not compile, panics or takes too long) counts as one. A
 * test that runs in rounds (`-count`) has failed when it failed in one of them.
 */
export class GoTestCounts {
  #tests = new Map()
  #packages = new Map()
  #builds = new Map()
  #loose = []

  /** Takes one line of output. */
  line(text) {
    if (!text.startsWith('{')) {
      if (text.trim()) this.#loose.push(text)
      return
    }
    const event = JSON.parse(text)
    if (event.Action === 'build-output') {
      this.#entry(this.#builds, event.ImportPath).output.push(event.Output.trimEnd())
      return
    }
    if (!event.Package) return
    const name = event.Test?.startsWith('Fuzz') ? event.Test.split('/')[0] : event.Test
    const entry = name
      ? this.#entry(this.#tests, `${event.Package} ${name}`)
      : this.#entry(this.#packages, event.Package)
    // What follows is a later round: the one that failed is the one to tell of.
    if (entry.outcome === 'fail') return
    if (event.Action === 'run' && event.Test === name) Object.assign(entry, { output: [], outcome: null })
    else if (event.Action === 'output') entry.output.push(event.Output.trimEnd())
    else if (['pass', 'fail', 'skip'].includes(event.Action) && (!event.Test || event.Test === name))
      entry.outcome = event.Action
    if (event.FailedBuild) entry.build = event.FailedBuild
  }

  /** The counts so far. */
  result() {
    const total = result()
    const parents = new Set()
    const failedBelow = new Set()
    for (const [name, { outcome }] of this.#tests) {
      for (let at = name.lastIndexOf('/'); at > name.indexOf(' '); at = name.lastIndexOf('/', at - 1)) {
        parents.add(name.slice(0, at))
        if (outcome === 'fail') failedBelow.add(name.slice(0, at))
      }
    }
    for (const [name, { outcome, output }] of this.#tests) {
      if (outcome === 'fail' && !failedBelow.has(name)) {
        total.failed++
        total.failures.push([name, ...tail(output)].join('\n'))
      } else if (parents.has(name)) continue
      else if (outcome === 'pass') total.passed++
      else if (outcome === 'skip') total.skipped++
    }
    for (const [name, { outcome, output, build }] of this.#packages) {
      if (
        outcome !== 'fail' ||
        [...this.#tests].some(([test, entry]) => test.startsWith(`${name} `) && entry.outcome === 'fail')
      )
        continue
      const unfinished = [...this.#tests].filter(([test, entry]) => test.startsWith(`${name} `) && !entry.outcome)
      const said = [
        ...(this.#builds.get(build)?.output ?? []),
        ...unfinished.flatMap(([test, entry]) => [test, ...entry.output]),
        ...output,
      ]
      total.failed++
      total.failures.push([name, ...tail(said)].join('\n'))
    }
    return total
  }

  /** What was printed that is no event, such as a complaint of the go command. */
  get loose() {
    return this.#loose.join('\n')
  }

  #entry(map, key) {
    if (!map.has(key)) map.set(key, { output: [], outcome: null })
    return map.get(key)
  }
}

/** Reads the answer of vitest's JSON reporter. A file that fails before its tests counts as one. */
export function vitestCounts(report) {
  const total = result()
  for (const file of report.testResults) {
    for (const test of file.assertionResults) {
      if (test.status === 'passed') total.passed++
      else if (test.status === 'failed') {
        total.failed++
        total.failures.push(
          [`${file.name} > ${test.fullName}`, ...tail(test.failureMessages.join('\n').split('\n'))].join('\n'),
        )
      } else total.skipped++
    }
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')) {
      total.failed++
      total.failures.push(`${file.name}\n${file.message}`)
    }
  }
  return total
}

/** The closing line, in the form that test tools agree on. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
