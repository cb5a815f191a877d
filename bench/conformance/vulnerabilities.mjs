import { goEnvironment, goPackages, goTags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { goTool } from './tools.mjs'

const MODULE = 'golang.org/x/vuln/cmd/govulncheck@v1.9.0'

/** govulncheck's exit code when it found something; any other but 0 is that it could not look. */
const FOUND = 3

/** Runs govulncheck over both modules. It asks vuln.go.dev; where that is not reached, it says so. */
export async function vulnerabilities(report) {
  report.section('govulncheck (known vulnerabilities in what the gateway calls)')
  const tool = await goTool('govulncheck', MODULE)
  if (tool.missing) {
    report.note(`not run: ${tool.missing}`)
    return
  }
  const { code, output } = await run(tool.path, ['-tags', goTags, ...goPackages], {
    env: goEnvironment(),
  })
  if (code !== 0 && code !== FOUND) {
    report.note(
      `NOT CHECKED: its data base, vuln.go.dev, cannot be asked from here: ${output.trim().split('\n').at(-1)}`,
    )
    return
  }
  report.figure('called vulnerabilities', code === 0 ? 'none' : 'found', { target: 'none', kept: code === 0 })
  if (code === FOUND) report.note(output)
}
