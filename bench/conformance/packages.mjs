import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/lib/child.mjs'
import { root, state } from '../../scripts/lib/paths.mjs'

/** The exposure that systemd may find in the unit at most, in tenths: 0 is none, 100 all. */
const EXPOSURE = 20

/** What lintian asks of Debian's own packages and not of this one: a changelog, a manual page, shared libraries; the environment may hold secrets, and a prerm has nothing better than systemctl to disable a unit. */
const NOT_ASKED = [
  'no-changelog',
  'no-manual-page',
  'statically-linked-binary',
  'non-standard-file-perm',
  'maintainer-script-calls-systemctl',
]

/** Makes the packages and asks systemd of the unit, and lintian of the Debian package, where the machine has them. */
export async function packages(report) {
  report.section('The packages (systemd-analyze security, lintian, sha256sum)')
  const made = await run(process.execPath, [join(root, 'scripts', 'package.mjs')])
  report.figure('npm run package', made.code === 0 ? 'made' : 'failed', { target: 'made', kept: made.code === 0 })
  if (made.code !== 0) {
    report.note(made.output)
    return
  }
  const folder = join(state, 'deploy')
  const debs = (await readdir(folder)).filter((name) => name.endsWith('.deb')).map((name) => join(folder, name))
  const unit = join(root, 'deploy', 'package', 'debian', 'fieldhouse.service')
  for (const [name, command, args] of [
    ['checksums', 'sha256sum', ['--check', 'SHA256SUMS']],
    [
      'the unit is exposed to 2.0 at most',
      'systemd-analyze',
      ['security', '--offline=true', `--threshold=${EXPOSURE}`, unit],
    ],
    ['lintian', 'lintian', ['--fail-on', 'error,warning', '--suppress-tags', NOT_ASKED.join(), ...debs]],
  ]) {
    const { code, output } = await run(command, args, { cwd: folder })
    if (code === 127) report.figure(name, 'NOT CHECKED', { beside: `there is no ${command} here` })
    else report.figure(name, code === 0 ? 'yes' : 'no', { target: 'yes', kept: code === 0 })
    if (code !== 0 && code !== 127) report.note(output)
  }
}
