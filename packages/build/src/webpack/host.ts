import { fileURLToPath } from 'node:url'
import type { SharedLibrary } from '@fieldhouse/contract'
import webpack, { type Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { browserConfiguration } from './common.ts'
import { CONTENT_HASH } from './rules.ts'
import { RecordProvided } from './shared-records.ts'

/** Name of the chunk that is the first script of a page. */
export const HOST_CHUNK = 'host'
/** Name of the chunk that is the site's service worker. */
export const WORKER_CHUNK = 'worker'

/** Modules of the federation runtime that nothing here comes to, by how they are imported, and from where. */
const LEFT_OUT =
  /\/SnapshotHandler\.js$|\/utils\/preload\.js$|^\.\/(remotes|dom|logger|getSharedFallbackGetter)\.js$|^\.\/desc\.mjs$/
const OF_RUNTIME =
  /[\\/]@module-federation[\\/](sdk|error-codes|runtime-core|webpack-bundler-runtime)[\\/]dist([\\/](?!utils)|$)/

const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * `apps/host` as the script `host`. It uses the runtime's own interface and no federation plugin: it exposes nothing and
 * consumes nothing, so the plugin's part of the runtime would be bytes for nothing.
 */
export function hostConfiguration(app: App, mode: Mode, shared: SharedLibrary[], output: string): Configuration {
  const common = browserConfiguration(app, mode, output)
  const versions = Object.fromEntries(shared.map(({ name, version }) => [name, version]))
  return {
    ...common,
    name: 'host',
    entry: { [HOST_CHUNK]: './src/index.ts', [WORKER_CHUNK]: './src/offline/worker.ts' },
    output: {
      ...common.output,
      uniqueName: 'host',
      chunkFilename: `host-[name].${CONTENT_HASH}.js`,
    },
    module: {
      ...common.module,
      parser: { javascript: { importMeta: false } },
      rules: [
        ...(common.module?.rules ?? []),
        { test: /[\\/]i18next\.js$/, loader: fileBeside('./without-backend.cjs') },
      ],
    },
    plugins: [
      ...(common.plugins ?? []),
      new RecordProvided(shared),
      new webpack.NormalModuleReplacementPlugin(LEFT_OUT, (module) => {
        if (OF_RUNTIME.test(module.context)) module.request = fileBeside('./left-out.mjs')
      }),
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(versions),
        // The runtime leaves its snapshot plugin, its Node loader and `new Function` out under these.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_DEBUG: '""',
        ENV_TARGET: '"web"',
      }),
    ],
  }
}
