import { execFile } from 'node:child_process'

/** How long a tool may take, milliseconds. */
const TOOL_TIMEOUT = 120_000

/**
 * Runs one of npm's tools in a folder with this Node.
 *
 * @returns nothing when it ends with 0, else what it printed, by lines
 * @throws Error when it cannot run, takes longer than two minutes or is stopped
 */
export function runTool(folder: string, script: string, args: string[], signal?: AbortSignal): Promise<string[]> {
  const options = { cwd: folder, timeout: TOOL_TIMEOUT, maxBuffer: 16 << 20, ...(signal ? { signal } : {}) }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...args], options, (error, stdout, stderr) => {
      if (!error) resolve([])
      else if (typeof error.code === 'number') resolve(`${stdout}\n${stderr}`.split('\n').filter((line) => line.trim()))
      else reject(new Error(`running ${script} in ${folder}`, { cause: error }))
    })
  })
}
