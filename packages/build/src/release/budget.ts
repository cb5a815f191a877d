import type { WrittenRelease } from './write.ts'

/** Scripts of a first page before login, brotli bytes: host, shell and one edition together (1 kB is 1000 bytes). */
export const PAGE_BUDGET = 130_000

/**
 * What a release may weigh of it when its configuration says nothing: the shell's, which holds the host with React and
 * every shared library, and an edition's. Together they are `PAGE_BUDGET`.
 */
export const SHELL_BUDGET = 113_000
export const REMOTE_BUDGET = PAGE_BUDGET - SHELL_BUDGET

/** Scripts of this release that every first page loads. */
export function firstPageScripts(release: WrittenRelease): string[] {
  const { host, preload } = release.manifest
  return [...(host ? [host] : []), ...preload]
}

/** One line for each script and style sheet with its size as sent, and the sum against the budget. */
export function sizeTable(release: WrittenRelease, budget: number): { text: string; over: boolean } {
  const first = firstPageScripts(release)
  const paths = [...release.sizes.keys()].filter((path) => /\.(js|css|woff2)$/.test(path)).sort()
  const rows = paths.map((path) => {
    const size = release.sizes.get(path)
    return [path, size?.br ?? 0, size?.gz ?? 0, first.includes(path) ? 'first page' : ''] as const
  })
  const sum = (encoding: 'br' | 'gz') =>
    first.reduce((total, path) => total + (release.sizes.get(path)?.[encoding] ?? 0), 0)
  const over = sum('br') > budget
  const widest = Math.max(...paths.map((path) => path.length), 12)
  const line = (path: string, br: number | string, gz: number | string, note: string) =>
    `  ${path.padEnd(widest)} ${String(br).padStart(8)} ${String(gz).padStart(8)}  ${note}`.trimEnd()
  return {
    text: [
      line('file', 'brotli', 'gzip', ''),
      ...rows.map((row) => line(...row)),
      line('first page', sum('br'), sum('gz'), `${over ? 'OVER' : 'of'} ${budget} bytes of script (brotli)`),
    ].join('\n'),
    over,
  }
}
