import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { environment, start, stop } from '../../scripts/lib/child.mjs'

/**
 * The environment of a team's commands: this Node, and nothing of the workspace or the registry. What Node compiles in a folder
 * that is gone after the test is of no use to a later one.
 *
 * @param tools a folder of commands that come first
 */
export function alone(env: Record<string, string> = {}, tools: string = dirname(process.execPath)): NodeJS.ProcessEnv {
  const base = { NODE_ENV: '', NODE_COMPILE_CACHE: '', NO_COLOR: '1', npm_config_offline: 'true' }
  const own = environment({ ...base, ...env }, { withTools: false })
  return { ...own, PATH: [tools, own.PATH].join(delimiter) }
}

/** Runs a command in a folder, and answers what it printed. @throws Error with all of that, when it does not end with 0 */
export async function runIn(cwd: string, env: NodeJS.ProcessEnv, command: string, args: string[]): Promise<string> {
  const ran = promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 << 20 })
  const { stdout } = await ran.catch((error) => {
    throw new Error(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

/**
 * Starts a tool that runs until the test is over, and listens to what it prints. How long it takes for something is the
 * machine's affair: it is waited for as long as the test has, and no longer than the tool runs.
 */
export function startTool(command: string, args: string[], options: Parameters<typeof start>[2]) {
  const lines: string[] = []
  const waiting = new Set<() => void>()
  const tool = start(command, args, {
    ...options,
    onLine: (line: string) => {
      lines.push(line)
      for (const look of waiting) look()
    },
  })
  onTestFinished(() => stop(tool).then(() => undefined))
  const printed = () => lines.join('\n')
  return {
    stop: () => stop(tool),
    /** Waits until it has printed something so many times. @throws Error with all that it has printed, when it ends before */
    prints: (pattern: RegExp, times = 1) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = [...printed().matchAll(new RegExp(pattern, 'g'))][times - 1]
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
        tool.ended.then(({ code }: { code: number | null }) => {
          reject(new Error(`${command} ended with ${code} before it printed ${pattern}:\n${printed()}`))
        })
      }),
  }
}
