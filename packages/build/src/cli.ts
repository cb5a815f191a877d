import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, type Mode, readApp } from './config.ts'
import { explain } from './explain.ts'
import { sizeTable } from './release/budget.ts'

const USAGE = `fieldhouse-build [folder] [--watch [--run <command>]]
fieldhouse-build check [folder]
fieldhouse-build dev [folder] --gateway <origin> (--help says how)
fieldhouse-build ship [folder] (--help says how)

Builds the app in the folder (the current one by default) into its release folder dist/, after checking its types, its
imports, that it says everything in both languages, and its budget. A build that fails leaves nothing in dist/.
  check            checks all that and the style, and writes nothing
  --watch          builds again when sources change
  --run <command>  runs after each good build of --watch, with FIELDHOUSE_EDITION, FIELDHOUSE_RELEASE and
                   FIELDHOUSE_RELEASE_FOLDER in its environment
FIELDHOUSE_REACT=development builds with React's development build, into dist-development/.
It ends with 0 when it is done, 1 when something is wrong, which it names, and 2 when the call makes no sense.`

/** Runs the command line. @returns the exit code */
export async function main(args: string[]): Promise<number> {
  if (args[0] === 'dev') return (await import('./dev/command.ts')).dev(args.slice(1))
  if (args[0] === 'ship') return (await import('./ship/command.ts')).ship(args.slice(1))
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    return 2
  }
  const { values, checks, folder } = given
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const mode: Mode = process.env.FIELDHOUSE_REACT === 'development' ? 'development' : 'production'
  // React chooses its build by this when the prerender loads it.
  process.env.NODE_ENV = mode
  // The compiler checks what webpack and its loaders are given; their own checks take half a second to be made.
  process.env.SKIP_VALIDATION = 'y'
  // What a component throws while it is prerendered names its source.
  process.setSourceMapsEnabled(true)
  try {
    const app = await readApp(resolve(folder))
    if (checks) await check(app)
    else if (values.watch) await follow(app, mode, values.run)
    else await once(app, mode)
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

function parse(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { watch: { type: 'boolean' }, run: { type: 'string' }, help: { type: 'boolean' } },
  })
  const checks = positionals[0] === 'check'
  const [folder = '.', ...others] = positionals.slice(checks ? 1 : 0)
  if (others.length > 0) throw new Error('name one folder')
  if (checks && values.watch) throw new Error('check looks once: --watch is of a build')
  if (values.run !== undefined && !values.watch) throw new Error('--run is what follows the builds of --watch')
  return { values, checks, folder }
}

async function once(app: App, mode: Mode): Promise<void> {
  const started = performance.now()
  const { build } = await import('./build.ts')
  const release = await build(app, mode)
  console.log(`${app.edition} ${release.name}: ${release.manifest.files.length} files in ${secondsSince(started)}`)
  if (mode === 'production') console.log(sizeTable(app, release).text)
}

async function check(app: App): Promise<void> {
  const started = performance.now()
  const { make, refuse } = await import('./build.ts')
  const { checkStyle } = await import('./check/types.ts')
  // It is told in a second; all else needs a build.
  refuse(app, await checkStyle(app.folder))
  const release = await make(app, 'production')
  console.log(sizeTable(app, release).text)
  const { manifest } = release
  const pages = 'routes' in manifest ? `both languages, ${manifest.routes.length} pages` : 'what it provides'
  console.log(`${app.edition}: types, style, imports, ${pages} and the budget are in order (${secondsSince(started)})`)
}

async function follow(app: App, mode: Mode, command: string | undefined): Promise<void> {
  const { runCommand, toldToStop, watch } = await import('./watch.ts')
  const watching = watch(
    app,
    mode,
    async (release) => {
      console.log(`${app.edition} ${release.name} built`)
      if (command) await runCommand(command, release)
    },
    (error) => console.error(explain(error)),
  )
  await toldToStop()
  await watching.close()
}

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`
