import { goEnvironment, goFlags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** What choosing a release may add to a request, nanoseconds. */
const MOST = 1000

/** What choosing a visitor's releases, and counting the answer, add to the request of a page. */
export async function measureChoosing(report) {
  report.section('What choosing releases adds to the request of a page (go test -bench, best of 5)')
  for (const [place, name] of [
    ['lineup', 'Choosing'],
    ['page', 'Counting'],
  ]) {
    const bench = ['test', '-run', '^$', '-bench', name, '-count', '5', ...goFlags, `./plugins/editions/${place}`]
    const { code, output } = await run('go', bench, { env: goEnvironment() })
    if (code !== 0) throw new Problem(`The benchmark of ${name} ended with ${code}.`, output)
    const best = new Map()
    for (const [, what, ns, allocations] of output.matchAll(
      /^Benchmark(\S+?)-\d+\s.*?([\d.]+) ns\/op.*?(\d+) allocs/gm,
    )) {
      const least = Math.min(Number(ns), best.get(what)?.ns ?? Number.POSITIVE_INFINITY)
      best.set(what, { ns: least, allocations })
    }
    for (const [what, { ns, allocations }] of best)
      report.figure(what.replace('/', ', ').replaceAll('_', ' ').toLowerCase(), `${ns.toFixed(0)} ns`, {
        ...(name === 'Choosing' && { target: `under ${MOST} ns`, kept: ns < MOST }),
        beside: `${allocations} allocations`,
      })
  }
}
