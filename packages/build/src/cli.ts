import { parseArgs } from 'node:util'
import { type Mode, readApp } from './config.ts'

const USAGE = `fieldhouse-build [folder] [--watch [--run <command>]]

Builds the app in the folder (the current one by default) into its release folder dist/.
  --watch          builds again when sources change
  --run <command>  runs after each good build of --watch, with FIELDHOUSE_EDITION, FIELDHOUSE_RELEASE and
                   FIELDHOUSE_RELEASE_FOLDER in its environment
FIELDHOUSE_REACT=development builds with React's development build, into dist-development/.`

/** Runs the command line. @returns the exit code */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { watch: { type: 'boolean' }, run: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const mode: Mode = process.env.FIELDHOUSE_REACT === 'development' ? 'development' : 'production'
  // React chooses its build by this when the prerender loads it.
  process.env.NODE_ENV = mode
  const app = await readApp(positionals[0] ? `${process.cwd()}/${positionals[0]}` : process.cwd())
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  if (values.watch) {
    const { runCommand, watch } = await import('./watch.ts')
    const watching = watch(
      app,
      mode,
      async (release) => {
        console.log(`${app.edition} ${release.name} built`)
        if (values.run) await runCommand(values.run, release)
      },
      (error) => console.error(explain(error)),
    )
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    })
    await watching.close()
    return 0
  }
  const { build } = await import('./build.ts')
  const { REMOTE_BUDGET, SHELL_BUDGET, sizeTable } = await import('./release/budget.ts')
  try {
    const release = await build(app, mode)
    console.log(`${app.edition} ${release.name}: ${release.manifest.files.length} files in ${seconds()}`)
    if (mode === 'development') return 0
    const budget = app.scriptBudget ?? (app.host ? SHELL_BUDGET : REMOTE_BUDGET)
    const table = sizeTable(release, budget)
    console.log(table.text)
    for (const reason of table.over) console.error(`building ${app.edition}: ${reason}`)
    return table.over.length > 0 ? 1 : 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

/** An error with its causes, one a line. */
function explain(error: unknown): string {
  const lines: string[] = []
  for (let next: unknown = error; next !== undefined; next = next instanceof Error ? next.cause : undefined) {
    lines.push(next instanceof Error ? next.message : String(next))
  }
  return lines.join('\n  because: ')
}
