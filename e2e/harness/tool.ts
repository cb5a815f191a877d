import { onTestFinished } from 'vitest'
import { start, stop } from '../../scripts/lib/child.mjs'

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
