import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How long a tool may take, milliseconds. */
const TOOL_TIMEOUT = 120_000

/**
 * Runs one of npm's tools in a folder with this Node.
 *
 * @returns nothing when it ends with 0, else what it printed, by lines
 * @throws Error when it cannot run, takes longer than two minutes or is stopped
 */
function runTool(folder: string, script: string, args: string[], signal?: AbortSignal): Promise<string[]> {
  const options = { cwd: folder, timeout: TOOL_TIMEOUT, maxBuffer: 16 << 20, ...(signal ? { signal } : {}) }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      if (!error) resolve([])
      else if (typeof error.code === 'number') resolve(`${stdout}\n${stderr}`.split('\n').filter((line) => line.trim()))
      else reject(new Error(`running ${script} in ${folder}`, { cause: error }))
    })
  })
}

const packageFolder = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/** What the compiler finds wrong in an app, a line each: `src/Main.tsx(3,7): error TS2741: ...`. */
export function checkTypes(folder: string, signal?: AbortSignal): Promise<string[]> {
  const tsc = join(packageFolder('typescript'), 'bin', 'tsc')
  return runTool(folder, tsc, ['--noEmit', '--pretty', 'false', '--project', 'tsconfig.json'], signal)
}

/** The house's style, in the workspace as in an edition's own repository. */
const STYLE = fileURLToPath(new URL('../../biome.base.json', import.meta.url))

/** What the house's style finds wrong in an app. */
export function checkStyle(folder: string): Promise<string[]> {
  const biome = join(packageFolder('@biomejs/biome'), 'bin', 'biome')
  return runTool(folder, biome, ['check', '--error-on-warnings', '--colors=off', `--config-path=${STYLE}`, '.'])
}
