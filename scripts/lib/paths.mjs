import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { editionsOf } from '../rules/names.mjs'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '')

/** What the commands build and keep, never committed. */
export const state = join(root, '.fieldhouse')

/** One of the gateway's binaries, as it was built: `fieldhouse` or `fieldhouse-dev`. */
export const gatewayBinary = (name) => join(state, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/** The gateway's composer as WebAssembly, where `@fieldhouse/build` looks for it. */
export const composer = join(root, 'packages', 'build', 'dist', 'composer.wasm')

/** The gateway with the development chain, which the commands here run. */
export const binary = gatewayBinary('fieldhouse-dev')

/** The release store of the site that `npm start` runs. */
export const store = join(state, 'store')

/** Where npm links the tools, the project's own Node among them. */
export const tools = join(root, 'node_modules', '.bin')

const named = editionsOf(readFileSync(join(root, 'Caddyfile.common'), 'utf8'))

/** The editions whose apps are here, in the order of the settings: host and shell carry every other. */
export const editions = ['host', 'shell', ...named.filter((edition) => existsSync(join(root, 'apps', edition)))]

/** The built release of an edition; `development` is the one with React's development build. */
export const dist = (edition, react = 'production') =>
  join(root, 'apps', edition, react === 'development' ? 'dist-development' : 'dist')
