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
