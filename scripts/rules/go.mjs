import { goEnvironment, goPackages, goTags } from '../lib/build.mjs'
import { run } from '../lib/child.mjs'
import { Problem } from '../lib/problem.mjs'

const GATEWAY = 'fieldhouse/gateway'
const PLUGINS = 'fieldhouse/plugins'
const DEVCHAIN = 'fieldhouse/devchain'
/** The binary that has the development chain, and the bench whose crowd signs with keys of that chain. */
const DEVCHAIN_USERS = [`${GATEWAY}/cmd/fieldhouse-dev`, `${GATEWAY}/bench/opening`]
/** What stands beside the development chain: it knows the chain, which knows none of it. */
const BESIDE_THE_CHAIN = [`${DEVCHAIN}/wallets`, `${DEVCHAIN}/services`]
const CADDY = 'github.com/caddyserver/caddy/'

/** Libraries between the plugins: the chain's value types, small files and locks, taking a process's place, the median's history, metrics, the cache engine, times that are kept, moments at which all wake up, clients' and servers' bounds, the gateway's paths, the other processes of a cluster, HTTP answers and refusals, JSON that others wrote, the steps of traced requests. Cores by themselves. */
const LIBRARIES = [
  'antelope',
  'atomicfile',
  'audit',
  'beat',
  'clients',
  'edgecache',
  'flock',
  'handover',
  'median',
  'metric',
  'monotonic',
  'needs',
  'parameter',
  'paths',
  'peers',
  'representation',
  'sharedfile',
  'strictjson',
  'trace',
  'unread',
  'upstream',
]

/** The cores that plugins declare as their service, by which other cores speak to them without their adapter. */
const SERVICES = ['site/settings', 'chain/pool']

/** Whether every other plugin may import a package below `plugins/`. */
const isOpen = (path) => SERVICES.includes(path) || LIBRARIES.some((library) => inside(path, library))

/**
 * What pages are composed by, here and in the composer that is built to WebAssembly: of ours these packages import each other
 * alone, and nothing of a server or of this machine.
 */
const PORTABLE = [
  'paths',
  'site/settings',
  'strictjson',
  'editions/release',
  'editions/page',
  'editions/page/items',
  'editions/page/composer',
]
/** The rooms of editions: each knows none that stands after it. */
const ROOMS = ['release', 'store', 'lineup', 'page', 'health', 'visit', 'ship'].map((room) => `editions/${room}`)
const roomOf = (path) => ROOMS.findIndex((room) => path !== null && inside(path, room))
const PAGE = `${PLUGINS}/editions/page`
const OF_A_MACHINE = ['net', 'net/http', 'os', 'os/exec', 'path/filepath', 'syscall']

/** What the tests of adapters share, such as the golden Caddyfiles. */
const PLUGINTEST = 'plugintest'

const inside = (path, parent) => path === parent || path.startsWith(`${parent}/`)

/** The path of a package of ours below its parent, or null for another's. */
const below = (path, parent) => (path.startsWith(`${parent}/`) ? path.slice(parent.length + 1) : null)

/** A plugin's or the development chain's folder, and whether a package is a core below it. */
function place(path) {
  if (inside(path, DEVCHAIN)) return { top: 'devchain', core: path !== DEVCHAIN }
  const plugin = below(path, PLUGINS)
  if (plugin === null) return null
  const [top] = plugin.split('/')
  return { top, core: (plugin !== top && top !== PLUGINTEST) || LIBRARIES.includes(top) }
}

/**
 * The import rules of one Go package (docs/architecture.md, "Who may know
 * whom").
 * @param listed an object of `go list -json`
 * @returns one line of text for each violation
 */
export function goViolations(listed) {
  const from = listed.ImportPath
  const tests = [...(listed.TestImports ?? []), ...(listed.XTestImports ?? [])]
  const found = []
  const forbid = (rule, imported) => found.push(`${rule}: ${from} imports ${imported}`)

  for (const imported of inside(from, PLUGINS) ? tests : []) {
    if (inside(imported, GATEWAY)) forbid('plugins-never-import-the-gateway', imported)
    if (inside(imported, DEVCHAIN)) forbid('only-fieldhouse-dev-imports-devchain', imported)
  }
  for (const imported of listed.Imports ?? []) {
    const allowed = inside(from, DEVCHAIN) || DEVCHAIN_USERS.includes(from)
    if (inside(imported, DEVCHAIN) && !allowed) forbid('only-fieldhouse-dev-imports-devchain', imported)
    const beside = BESIDE_THE_CHAIN.find((room) => inside(imported, room))
    if (beside && below(from, DEVCHAIN) !== null && !inside(from, beside)) forbid('the-chain-stands-alone', imported)
  }
  const at = place(from)
  if (at === null) return found

  const isPortable = PORTABLE.includes(below(from, PLUGINS))
  for (const imported of listed.Imports ?? []) {
    if (inside(imported, GATEWAY)) forbid('plugins-never-import-the-gateway', imported)
    const ours = below(imported, PLUGINS)
    // Data tells pages of itself (page.Contents): they know none of it.
    if (from === PAGE && ours === 'editions/page/items') forbid('pages-know-no-data', imported)
    if (isPortable && (OF_A_MACHINE.includes(imported) || (ours !== null && !PORTABLE.includes(ours))))
      forbid('pages-are-composed-anywhere', imported)
    if (at.core && `${imported}/`.startsWith(CADDY)) forbid('cores-know-no-caddy', imported)

    const other = below(imported, PLUGINS)
    if (other === null) continue
    const room = roomOf(below(from, PLUGINS))
    if (!isPortable && room >= 0 && roomOf(other) > room) forbid('rooms-of-editions-know-none-above', imported)
    const [top, ...deeper] = other.split('/')
    // A package that is for tests imports `testing`.
    if (top === PLUGINTEST && (!at.core || listed.Imports.includes('testing'))) continue
    if (at.core && deeper.length === 0 && !isOpen(other)) forbid('cores-import-no-adapter', imported)
    else if (top !== at.top && deeper.length > 0 && !isOpen(other)) forbid('plugins-meet-at-their-top-folder', imported)
  }
  return found
}

/** Checks the imports of all Go modules. */
export async function checkGo(folder) {
  const args = ['list', '-e', '-tags', goTags, '-json=ImportPath,Imports,TestImports,XTestImports', ...goPackages]
  const listed = []
  const { code, output } = await run('go', args, { cwd: folder, env: goEnvironment(), onOutput: collect(listed) })
  if (code !== 0)
    throw new Problem(
      '`go list` failed, so the Go import rules were not checked; what it printed stands above.',
      output,
    )
  return { modules: listed.length, violations: listed.flatMap(goViolations).sort() }
}

/** Gathers the objects that `go list -json` prints one after another, each closed by a line of its own. */
function collect(listed) {
  let text = ''
  return (line) => {
    text += line
    if (line !== '}') return
    listed.push(JSON.parse(text))
    text = ''
  }
}
