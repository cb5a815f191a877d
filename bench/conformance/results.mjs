/**
 * Counts the results of http-cache-tests: `true`, or `[kind of failure, message]`, by a test's id. `passed` are those whose
 * own result is good; `sure` are those of them whose dependencies passed as well: a server that keeps nothing passes every
 * test that something is not kept.
 */
export function summary(suites, results) {
  const tests = new Map(suites.flatMap((suite) => suite.tests).map((test) => [test.id, test]))
  const passes = (id) => results[id] === true && (tests.get(id)?.depends_on ?? []).every(passes)
  let [passed, sure, required, optimal] = [0, 0, 0, 0]
  for (const [id, { kind = 'required', browser_only: browserOnly = false }] of tests) {
    if (browserOnly || !(id in results)) continue
    if (kind === 'required') {
      required += 1
      if (results[id] === true) passed += 1
      if (passes(id)) sure += 1
    } else if (kind === 'optimal' && passes(id)) optimal += 1
  }
  return { passed, sure, required, optimal }
}

/** The ids of the tests that passed with one set of results and not with the other. */
export const sameResults = (one, other) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((id) => (one[id] === true) !== (other[id] === true))
    .sort()

/** What h2spec prints last: `145 tests, 141 passed, 0 skipped, 4 failed`; null when it did not. */
export function h2specTotals(output) {
  const found = output.match(/^(\d+) tests, (\d+) passed, (\d+) skipped, (\d+) failed$/m)
  if (!found) return null
  const [tests, passed, skipped, failed] = found.slice(1).map(Number)
  return { tests, passed, skipped, failed }
}

/** The titles of what h2spec found failed, without the numbers of the run. */
export const h2specFailures = (output) =>
  [...new Set([...output.matchAll(/^\s*(?:×|x) \d+: (.+)$/gm)].map(([, title]) => title.trim()))].sort()
