import { type App, HOST, SHELL } from '../config.ts'
import { madeOf } from './modules.ts'
import type { MadeRelease } from './write.ts'

/** Scripts of a first page before login, brotli bytes: host, shell and one edition together (1 kB is 1000 bytes). */
export const PAGE_BUDGET = 120_000

/**
 * What a release may weigh of it when its configuration says nothing: the host's, with React and every shared library, the
 * shell's, and an edition's. Together they are `PAGE_BUDGET`. The host's leaves room for the folder that it is built in: ids of
 * modules come from their paths, and move it by 80 bytes.
 */
export const HOST_BUDGET = 97_500
export const SHELL_BUDGET = 8_400
export const REMOTE_BUDGET = PAGE_BUDGET - HOST_BUDGET - SHELL_BUDGET

const budgetOf = ({ edition }: Pick<App, 'edition'>): number =>
  edition === HOST ? HOST_BUDGET : edition === SHELL ? SHELL_BUDGET : REMOTE_BUDGET

/** Scripts that come with logging in with one wallet, whichever, gzip bytes: the lazy part and that wallet's chunks. */
export const LOGIN_BUDGET = 130_000

/** Before the chunk of a wallet comes the one with the library that packs transactions, but for those that bring their own. */
const PACKING = 'packing'
const PACK_THEMSELVES = ['cloud']

/** Scripts of this release that a first page loads: the page with the most. */
export function firstPageScripts(release: Pick<MadeRelease, 'manifest'>): string[] {
  const { manifest } = release
  return heaviestPage(manifest, (scripts) => scripts.length).scripts
}

/** The page whose scripts of the release weigh the most; without a path where no page loads more than every other. */
function heaviestPage(
  manifest: MadeRelease['manifest'],
  weigh: (scripts: string[]) => number,
): { path?: string; scripts: string[] } {
  if (!('routes' in manifest)) return { scripts: [manifest.entry] }
  const none: { path?: string; scripts: string[] } = { scripts: manifest.preload }
  return manifest.routes.reduce((most, route) => (weigh(route.scripts) > weigh(most.scripts) ? route : most), none)
}

/** Whether a file of the release comes with logging in: the wallets' lazy part, or a wallet's chunk, which has its name from its import. */
const isWalletScript = (path: string): boolean => /^wallet(s\.|-).*\.js$/.test(path)

/** Which of the wallets' scripts are fetched for each choice of a wallet, by its name. */
function loginChoices(wallets: string[]): [name: string, scripts: string[]][] {
  const partOf = (path: string) => /^wallet-([^.]+)\./.exec(path)?.[1]
  const common = wallets.filter((path) => partOf(path) === undefined)
  const packing = wallets.filter((path) => partOf(path) === PACKING)
  return wallets.flatMap((path): [string, string[]][] => {
    const name = partOf(path)
    if (name === undefined || name === PACKING) return []
    return [[name, [...common, ...(PACK_THEMSELVES.includes(name) ? [] : packing), path]]]
  })
}

/**
 * One line for each script and style sheet with its size as sent, and the sums against their budgets.
 *
 * @returns with the reasons not to ship the release, a line each, and what the scripts that are over are made of
 */
export function sizeTable(
  app: Pick<App, 'edition' | 'scriptBudget'>,
  release: Pick<MadeRelease, 'manifest' | 'sizes' | 'files'>,
): { text: string; over: string[]; heavy: string[] } {
  const firstPage = app.scriptBudget ?? budgetOf(app)
  const paths = [...release.sizes.keys()].filter((path) => /\.(js|css|woff2)$/.test(path)).sort()
  const wallets = paths.filter(isWalletScript)
  const size = (path: string) => release.sizes.get(path) ?? { br: 0, gz: 0 }
  const sum = (scripts: string[], encoding: 'br' | 'gz') =>
    scripts.reduce((total, path) => total + size(path)[encoding], 0)
  const { path, scripts: first } = heaviestPage(release.manifest, (scripts) => sum(scripts, 'br'))
  const widest = Math.max(...paths.map((path) => path.length), 12)
  const line = (path: string, br: number | string, gz: number | string, note: string) =>
    `  ${path.padEnd(widest)} ${String(br).padStart(8)} ${String(gz).padStart(8)}  ${note}`.trimEnd()
  const note = (path: string) =>
    [first.includes(path) ? 'first page' : '', madeOf(release, path)[0] ?? ''].filter(Boolean).join(', ')
  const over: string[] = []
  const heavy = new Set<string>()
  const total = (name: string, scripts: string[], budget: number, encoding: 'br' | 'gz') => {
    const unit = `${budget} bytes of script (${encoding === 'br' ? 'brotli' : 'gzip'})`
    const isOver = sum(scripts, encoding) > budget
    if (isOver) {
      for (const path of scripts) heavy.add(path)
      over.push(`the ${name} is over its budget of ${unit}: ${scripts.join(', ')} are ${sum(scripts, encoding)}`)
    }
    return line(name, sum(scripts, 'br'), sum(scripts, 'gz'), `${isOver ? 'OVER' : 'of'} ${unit}`)
  }
  return {
    text: [
      line('file', 'brotli', 'gzip', ''),
      ...paths.map((path) => line(path, size(path).br, size(path).gz, note(path))),
      total(path ? `page ${path}` : 'first page', first, firstPage, 'br'),
      ...loginChoices(wallets).map(([name, scripts]) => total(`login with ${name}`, scripts, LOGIN_BUDGET, 'gz')),
    ].join('\n'),
    over,
    heavy: [...heavy]
      .sort((left, right) => size(right).br - size(left).br)
      .map((script) => {
        const modules = madeOf(release, script)
        return `  ${script}, ${size(script).br} bytes (brotli)${modules.length > 0 ? `: mostly ${modules.join(', ')}` : ''}`
      }),
  }
}
