import { run } from '../../scripts/lib/child.mjs'
import { Stage } from '../cache/stage.mjs'
import { goTool } from '../process/tools.mjs'

/** The newest version that the module proxy has. */
const MODULE = 'github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible'

/** Runs h2spec against the gateway's TLS listener, on the shared socket, and against Caddy's own. */
export async function h2spec(report, context, tools) {
  report.section(
    'h2spec (HTTP/2 over TLS; how many of its tests pass)',
    'the gateway listens on its shared socket, Caddy on its own: what differs is ours',
  )
  const tool = await goTool('h2spec', MODULE)
  if (tool.missing) {
    report.note(`not run: ${tool.missing}`)
    return
  }
  await using stage = await Stage.open(context, tools)
  const failures = new Map()
  for (const server of [
    await stage.tls('the gateway', { gateway: true }),
    await stage.tls('Caddy', { gateway: false }),
  ]) {
    const lines = []
    await run(tool.path, ['-h', 'localhost', '-p', String(server.port), '-t', '-k', '-P', '/page'], {
      onOutput: (line) => lines.push(line),
    })
    const output = lines.join('\n')
    const totals = h2specTotals(output)
    if (!totals) {
      report.note(`${server.name}: h2spec gave no result: ${lines.at(-1) ?? 'it printed nothing'}`)
      return
    }
    failures.set(server.name, h2specFailures(output))
    report.figure(server.name, `${totals.passed} of ${totals.tests}`)
  }
  const caddys = failures.get('Caddy')
  const ours = failures.get('the gateway').filter((title) => !caddys.includes(title))
  report.figure("what fails here and not with Caddy's", ours.length === 0 ? 'nothing' : String(ours.length), {
    target: 'nothing',
    kept: ours.length === 0,
    beside: ours.slice(0, 3).join('; '),
  })
  for (const title of caddys) report.note(`Caddy fails: ${title}`)
}

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
