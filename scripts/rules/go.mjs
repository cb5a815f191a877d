import { goEnvironment, goTags } from '../lib/build.mjs'
import { run } from '../lib/child.mjs'
import { Problem } from '../lib/problem.mjs'

const GATEWAY = 'fieldhouse/gateway'
const PLUGINS = 'fieldhouse/plugins/'
const CADDY = 'github.com/caddyserver/caddy/'

/** Libraries between the plugins: the chain's value types, the cache engine and clients' bounds. Cores by themselves. */
const LIBRARIES = ['antelope', 'clients', 'edgecache']

/** The cores that plugins declare as their service, by which other cores speak to them without their adapter. */
const SERVICES = ['site/settings', 'chain/pool']

/** Whether every other plugin may import a package below `plugins/`. */
const isOpen = (path) => SERVICES.includes(path) || LIBRARIES.some((library) => inside(path, library))

/** Helpers of the adapters and their tests, such as the golden Caddyfiles. */
const INTERNAL = 'internal'

const inside = (path, parent) => path === parent || path.startsWith(`${parent}/`)

/** The path below `plugins/`, or null for another module's. */
const pluginPath = (path) => (path.startsWith(PLUGINS) ? path.slice(PLUGINS.length) : null)

/**
 * The import rules of one Go package (docs/architecture.md, "Who may know
 * whom").
 * @param listed an object of `go list -json`
 * @returns one line of text for each violation
 */
export function goViolations(listed) {
  const from = listed.ImportPath
  const plugin = pluginPath(from)
  const found = []
  const forbid = (rule, imported) => found.push(`${rule}: ${from} imports ${imported}`)

  for (const imported of [...(listed.TestImports ?? []), ...(listed.XTestImports ?? [])]) {
    if (plugin && inside(imported, GATEWAY)) forbid('plugins-never-import-the-gateway', imported)
  }
  if (plugin === null) return found

  const [top] = plugin.split('/')
  const core = (plugin !== top && top !== INTERNAL) || LIBRARIES.includes(top)
  for (const imported of listed.Imports ?? []) {
    if (inside(imported, GATEWAY)) forbid('plugins-never-import-the-gateway', imported)
    if (core && `${imported}/`.startsWith(CADDY)) forbid('cores-know-no-caddy', imported)

    const other = pluginPath(imported)
    if (other === null) continue
    const [otherTop, ...below] = other.split('/')
    if (otherTop === INTERNAL && !core) continue
    if (otherTop === 'devchain' && top !== 'devchain') forbid('only-the-gateway-imports-devchain', imported)
    else if (core && below.length === 0 && !isOpen(other)) forbid('cores-import-no-adapter', imported)
    else if (otherTop !== top && below.length > 0 && !isOpen(other))
      forbid('plugins-meet-at-their-top-folder', imported)
  }
  return found
}

/** Checks the imports of both Go modules. */
export async function checkGo(folder) {
  const args = [
    'list',
    '-e',
    '-tags',
    goTags,
    '-json=ImportPath,Imports,TestImports,XTestImports',
    './gateway/...',
    './plugins/...',
  ]
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
