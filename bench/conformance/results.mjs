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

/**
 * What a server fails for certain, and what it fails at all, of the failures of several runs. Some tests of h2spec are a
 * matter of chance: they look at whether a server answers a request, or resets it for a body that is not as long as said,
 * and both happen.
 */
export const failuresOf = (runs) => ({
  always: runs[0].filter((title) => runs.every((run) => run.includes(title))),
  ever: [...new Set(runs.flat())].sort(),
})
