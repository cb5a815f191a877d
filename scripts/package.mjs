import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildForLinux, buildPackageTool, version } from './lib/build.mjs'
import { run } from './lib/child.mjs'
import { root, state } from './lib/paths.mjs'
import { main, Problem } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'

/** What Go calls the processors that packages are made for, by Node's names. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

/**
 * `npm run package [-- --all]`: builds the gateway for Linux, for this machine's processor or for all, and makes the packages
 * that docs/operating.md, "Install", names. Prints where they are.
 */
main(async () => {
  requireNode()
  await requireGo()
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
  const own = ARCHITECTURES[process.arch]
  if (!own && !values.all)
    throw new Problem(
      `There are no packages for this machine's processor, ${process.arch}: make those for the others with npm run package -- --all.`,
    )
  const progress = new Progress()
  const binaries = []
  // One after the other: each build takes all processors.
  for (const arch of values.all ? Object.values(ARCHITECTURES) : [own])
    binaries.push(`${arch}=${await buildForLinux(progress, arch)}`)
  const tool = await buildPackageTool(progress)

  const step = progress.step('packages', 'packing')
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const args = [
    '-root',
    root,
    '-output',
    join(state, 'deploy'),
    '-version',
    await version(),
    '-time',
    await committed(),
  ]
  args.push('-resvg', packages['node_modules/@resvg/resvg-wasm'].version, ...binaries)
  const { code, output } = await run(tool, args)
  if (code !== 0) {
    step.fail('nothing packed')
    throw new Problem(
      'The packages cannot be made; why stands above: put that right and run the command again.',
      output,
    )
  }
  step.done('packed')
  console.log(output)
})

/** The time of all that is packed, in seconds: SOURCE_DATE_EPOCH, or that of the commit. */
async function committed() {
  const said = process.env.SOURCE_DATE_EPOCH ?? (await run('git', ['log', '-1', '--format=%ct'])).output.trim()
  if (/^\d+$/.test(said)) return said
  throw new Problem(
    'The time of the commit is not known, which packages are dated by: run the command in a clone, or set SOURCE_DATE_EPOCH to a number of seconds since 1970.',
  )
}
