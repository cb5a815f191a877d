import { fileURLToPath } from 'node:url'
import { run } from '../../scripts/lib/child.mjs'
import { dist, editions } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { measureGo } from '../process/go.mjs'
import { median, spread } from '../report/figures.mjs'

const ONCE = fileURLToPath(new URL('once.mjs', import.meta.url))

/** Milliseconds: from the start of the process to the first page, and for each page after it. */
const MOST_FIRST = 1000
const MOST_LATER = 50

/** What composing a page takes: with the gateway's code in Go, and as WebAssembly in Node, as `npm run dev -- --gateway` does. */
export async function measureComposer(report, { rounds }) {
  report.section(`Composing a page of a release (Go: best of 5; WebAssembly: median of ${rounds} starts and spread)`)
  await measureGo(report, './plugins/editions/page/composer', 'Compose', { most: MOST_LATER * 1e6 })
  const edition = editions[2]
  const starts = []
  for (let round = 0; round < rounds; round++) {
    const { code, output } = await run(process.execPath, [ONCE, dist(edition)])
    if (code !== 0) throw new Problem('The composer could not be measured; the reason stands above.', output)
    starts.push(JSON.parse(output))
  }
  const firsts = starts.map(([first]) => first)
  report.figure('WebAssembly, first page', `${spread(firsts)} ms`, {
    beside: 'Node, the module and the checks of the release included',
    target: `within ${MOST_FIRST} ms of the start`,
    kept: median(firsts) <= MOST_FIRST,
  })
  const slowest = starts.map(([, ...later]) => Math.max(...later))
  report.figure('WebAssembly, slowest later page', `${spread(slowest, 1)} ms`, {
    beside: `of ${starts[0].length - 1} pages of ${edition}`,
    target: `at most ${MOST_LATER} ms`,
    kept: median(slowest) <= MOST_LATER,
  })
}
