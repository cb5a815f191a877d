import { createRequire } from 'node:module'
import type { SharedLibrary } from '@fieldhouse/contract'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import type { Configuration } from 'webpack'
import { type App, type Mode, SHELL } from '../config.ts'
import { BUNDLER_RUNTIME, PARTLY_SHARED } from '../shared-libraries.ts'
import { browserConfiguration } from './common.ts'
import { islandsOf, overridesOf } from './modules.ts'
import { NamesInEntry, RefuseUnshared, StableIds } from './plugins.ts'
import { CONTENT_HASH, moduleRules } from './rules.ts'

/** Name of the chunk that holds the exposed mount, and of its style sheet. */
export const MOUNT_CHUNK = 'mount'

/** How the plugin imports the runtime, and where the host has put it (`apps/host/src/remotes.ts`). */
const RUNTIME_FILE = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/
const FROM_HOST = 'global _FEDERATION_BUNDLER_RUNTIME'

// Else the plugin looks for webpack in the stack of a call of it that fails: most of a second for each build.
process.env.FEDERATION_WEBPACK_PATH ??= createRequire(import.meta.url).resolve('webpack')

/** The container of an app: thin, because the host provides the federation runtime and every shared library. */
export function remoteConfiguration(app: App, mode: Mode, shared: SharedLibrary[], output: string): Configuration {
  const common = browserConfiguration(app, mode, output)
  return {
    ...common,
    name: `${app.edition} remote`,
    // An entry of the container's name would collide with the container.
    entry: {},
    output: {
      ...common.output,
      uniqueName: app.edition,
      // The entry has a table of its scripts' addresses: with a name in each it is a fifteenth longer, on every first page.
      chunkFilename: `[id].${CONTENT_HASH}.js`,
    },
    externals: [({ request }, answer) => (RUNTIME_FILE.test(request ?? '') ? answer(undefined, FROM_HOST) : answer())],
    // The styles of what is only ever markup are there too, so the prerender writes all of them.
    module: { rules: moduleRules(app.edition, mode, 'names') },
    plugins: [
      ...(common.plugins ?? []),
      new StableIds(),
      new NamesInEntry(),
      new RefuseUnshared(PARTLY_SHARED),
      new ModuleFederationPlugin({
        name: app.edition,
        filename: `remoteEntry.${CONTENT_HASH}.js`,
        library: { type: 'module' },
        exposes: {
          './mount': { import: `data:text/javascript,${encodeURIComponent(mountModule(app))}`, name: MOUNT_CHUNK },
        },
        shared: Object.fromEntries(
          shared
            .filter(({ name }) => name !== BUNDLER_RUNTIME)
            .map(({ name, version, range }) => [
              name,
              { import: false, singleton: true, strictVersion: true, requiredVersion: range, version },
            ]),
        ),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        dev: false,
        experiments: {
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
    ],
  }
}

/** What a browser has of an app: the shell's header, and the islands of its pages. */
const mountModule = (app: App): string => `
${overridesOf(app)}import { createMount } from '@fieldhouse/edition-kit'
${app.edition === SHELL ? "import { header } from './src/frame.ts'" : ''}
export const mount = createMount(${app.edition === SHELL ? '{ header }' : '{}'}, ${islandsOf()})
`
