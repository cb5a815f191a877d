import { goEnvironment, goFlags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** What choosing a release may add to a request, nanoseconds. */
const MOST = 1000

/** What choosing a visitor's releases, and counting the answer, add to the request of a page. */
export async function measureChoosing(report) {
  report.section('What choosing releases adds to the request of a page (go test -bench, best of 5)')
  await measureGo(report, './plugins/editions/lineup', 'Choosing', { most: MOST })
  await measureGo(report, './plugins/editions/visit', 'Counting')
}

/**
 * Reports a benchmark of the Go tests: the best of five.
 * @param {{most?: number}} target the most nanoseconds that it may take
 */
export async function measureGo(report, path, name, { most } = {}) {
  const bench = ['test', '-run', '^$', '-bench', name, '-benchmem', '-count', '5', ...goFlags, path]
  const { code, output } = await run('go', bench, { env: goEnvironment() })
  const best = new Map()
  for (const [, what, ns, allocations] of output.matchAll(
    /^Benchmark(\S+?)(?:-\d+)?\s.*?([\d.]+) ns\/op.*?(\d+) allocs/gm,
  )) {
    const least = Math.min(Number(ns), best.get(what)?.ns ?? Number.POSITIVE_INFINITY)
    best.set(what, { ns: least, allocations })
  }
  if (code !== 0 || best.size === 0) throw new Problem(`The benchmark ${name} of ${path} ended with ${code}.`, output)
  for (const [what, { ns, allocations }] of best)
    report.figure(what.replace('/', ', ').replaceAll('_', ' ').toLowerCase(), `${ns.toFixed(0)} ns`, {
      ...(most && { target: most < 1e6 ? `under ${most} ns` : `under ${most / 1e6} ms`, kept: ns < most }),
      beside: `${allocations} allocations`,
    })
}
