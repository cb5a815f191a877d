import { goEnvironment, goPackages, goTags } from '../../scripts/lib/build.mjs'
import { environment, run } from '../../scripts/lib/child.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { goTool } from '../process/tools.mjs'

const MODULE = 'golang.org/x/vuln/cmd/govulncheck@v1.9.0'

/** govulncheck's exit code when it found something; any other but 0 is that it could not look. */
const FOUND = 3

/**
 * Looks the dependencies up among known vulnerabilities: the Go modules with govulncheck, which asks vuln.go.dev, and the
 * npm packages that reach a browser with npm audit, which asks the registry. Both need what a closed network or a mirror
 * does not have; then it says that nothing was checked, which is not that nothing is wrong.
 */
export async function vulnerabilities(report) {
  report.section('Known vulnerabilities in what the gateway calls and the pages load')
  await print(report, 'Go modules (govulncheck)', await goModules())
  await print(report, 'npm packages (npm audit)', await npmPackages())
}

/** @param result `{found: boolean, output}`, or `{missing}`: why it could not look */
function print(report, name, { found, output, missing }) {
  if (missing) {
    report.figure(name, 'NOT CHECKED')
    report.note(`  ${missing}`)
    report.note('  Run `npm run vulnerabilities` where it can be reached, before each release.')
    return
  }
  report.figure(name, found ? 'found' : 'none', { target: 'none', kept: !found })
  if (found) report.note(output)
}

async function goModules() {
  const tool = await goTool('govulncheck', MODULE)
  if (tool.missing) return { missing: tool.missing }
  const { code, output } = await run(tool.path, ['-tags', goTags, ...goPackages], { env: goEnvironment() })
  if (code === 0 || code === FOUND) return { found: code === FOUND, output }
  return { missing: `its data base, vuln.go.dev, cannot be asked: ${output.trim().split('\n').at(-1)}` }
}

async function npmPackages() {
  const { code, output } = await run('npm', ['audit', '--omit=dev', '--json', '--loglevel=silent'], {
    cwd: root,
    env: environment(),
  })
  return audited(code, output)
}

/** What `npm audit --json` printed. Its exit code is the same for what it found and for a registry that refuses. */
export function audited(code, output) {
  let report
  try {
    report = JSON.parse(output.slice(output.indexOf('{')))
  } catch {
    return { missing: `npm audit printed no report: ${output.trim().split('\n').at(-1)}` }
  }
  if (!report.metadata?.vulnerabilities)
    return { missing: `the registry takes no audit: ${report.message ?? report.error?.summary ?? `exit code ${code}`}` }
  const { total } = report.metadata.vulnerabilities
  return { found: total > 0, output: Object.keys(report.vulnerabilities ?? {}).join(', ') }
}
