import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import webpack, { type Compiler } from 'webpack'
import { assemble, configurations, refuse, releaseFolder } from './build.ts'
import { checkTypes } from './check/types.ts'
import type { App, Mode } from './config.ts'
import { buildInfo } from './release/build-info.ts'
import { PUBLIC } from './release/public-files.ts'
import { type WrittenRelease, writeRelease } from './release/write.ts'
import { checked } from './webpack/run.ts'

/** How long a command may take after a build, milliseconds. */
const COMMAND_TIMEOUT = 60_000

/** A running watch. */
export interface Watching {
  /** Stops after the build that is under way. */
  close: () => Promise<void>
}

/**
 * Builds an app again whenever its sources change, from what has not changed. `built` is called after each good build,
 * one at a time; `failed` after the others, and watching goes on. What is wrong with the types is told by `failed` too, when
 * it is known: a developer need not wait for it.
 */
export function watch(
  app: App,
  mode: Mode,
  built: (release: WrittenRelease) => Promise<void>,
  failed: (error: unknown) => void,
): Watching {
  const compiler = webpack(configurations(app, mode))
  for (const one of compiler.compilers) {
    seeNewFiles(one)
    seePublicFiles(one, app)
  }
  let last: Promise<void> = Promise.resolve()
  let types = new AbortController()
  // It would read what was changed since, of which the next build tells.
  compiler.hooks.invalid.tap('StopCheckingTypes', () => types.abort())
  const watching = compiler.watch({ aggregateTimeout: 30 }, (error, stats) => {
    types.abort()
    types = new AbortController()
    const { signal } = types
    // Of a source that cannot be read the compiler of types has nothing to add.
    if (!error && !stats?.hasErrors()) {
      checkTypes(app.folder, signal)
        .then((lines) => refuse(app, lines))
        .catch((reason) => signal.aborted || failed(reason))
    }
    last = last
      .then(async () => {
        if (error) throw error
        const release = await assemble(app, mode, checked(stats), 'quick')
        await built(await writeRelease(releaseFolder(app, mode), release, buildInfo(app.folder)))
      })
      .catch(failed)
  })
  return {
    close: async () => {
      types.abort()
      await new Promise<void>((resolve) => watching?.close(() => resolve()))
      await last
    },
  }
}

/** What watches goes on until then. */
export async function toldToStop(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

/**
 * Has a compilation see files that are new in what it collects by their names. Of a folder that changed, webpack forgets what
 * stands in it and not what stands in the folders below: a new page would come with the next save of a file that is known.
 */
function seeNewFiles(compiler: Compiler): void {
  compiler.hooks.watchRun.tap('SeeNewFiles', ({ modifiedFiles }) => {
    for (const path of modifiedFiles ?? []) compiler.inputFileSystem?.purge?.(path)
  })
}

/** Has a compilation begin anew when what is shipped as it is changes, which no source names. */
function seePublicFiles(compiler: Compiler, app: App): void {
  const folder = join(app.folder, PUBLIC)
  compiler.hooks.afterCompile.tap('SeePublicFiles', ({ contextDependencies, missingDependencies }) => {
    const watched = existsSync(folder) ? contextDependencies : missingDependencies
    watched.add(folder)
  })
}

/**
 * Runs the command of `--run` with the release's folder, name and edition in its environment.
 *
 * @throws Error when it cannot start, fails or takes longer than a minute.
 */
export function runCommand(command: string, release: WrittenRelease): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      stdio: 'inherit',
      timeout: COMMAND_TIMEOUT,
      env: {
        ...process.env,
        FIELDHOUSE_EDITION: release.manifest.edition,
        FIELDHOUSE_RELEASE: release.name,
        FIELDHOUSE_RELEASE_FOLDER: release.folder,
      },
    })
    child.once('error', (cause) => reject(new Error(`running ${command}`, { cause })))
    child.once('exit', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`running ${command} after the build: it ended with ${signal ?? code}`))
    })
  })
}
