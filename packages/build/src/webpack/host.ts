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

/** Modules of the federation runtime that nothing here comes to: the folder that imports one, and how it does. */
const MODULES_LEFT_OUT =
  /[\\/]@module-federation[\\/](sdk[\\/]dist \.\/(dom|logger)\.js|error-codes[\\/]dist \.\/desc\.mjs|webpack-bundler-runtime[\\/]dist \.\/(init|remotes|installInitialConsumes|getSharedFallbackGetter)\.js|runtime-core[\\/]dist\S* \S*\/(SnapshotHandler|preload|semver\/index)\.js)$/

/**
 * Methods that nothing here calls, by class, 4 kB of every first page: of i18next what fetches texts, since apps bring theirs
 * (`packages/i18n`), and what formats values, copies instances or knows which way a language runs; of the federation runtime
 * what preloads, takes containers that are there already, or forgets one. And such as are called and have nothing to do:
 * they answer their first argument. Our texts have no formats in placeholders, and name no other texts.
 */
const METHODS_LEFT_OUT = [
  {
    test: /[\\/]i18next\.js$/,
    emptied: { Formatter: ['format'], Interpolator: ['nest'] },
    leftOut: {
      Connector: ['queueLoad', 'loaded', 'read', 'loadOne', 'saveMissing', 'reload'],
      EventEmitter: ['once'],
      Formatter: ['constructor', 'init', 'add', 'addCached'],
      I18n: [
        'use',
        'hydrate',
        'cloneInstance',
        'dir',
        'exists',
        'toJSON',
        'loadLanguages',
        'loadNamespaces',
        'setDefaultNamespace',
      ],
      LanguageUtil: ['clearCache'],
      Logger: ['clone'],
      PluralResolver: ['clearCache', 'getPluralFormsOfKey'],
      ResourceStore: ['addResource', 'addResources', 'removeResourceBundle', 'removeNamespaces', 'toJSON'],
      Translator: ['exists', 'getUsedParamsDetails'],
    },
  },
  {
    test: /[\\/]runtime-core[\\/]dist[\\/]core\.js$/,
    leftOut: { ModuleFederation: ['preloadRemote', 'initRawContainer', 'registerShared'] },
  },
  {
    test: /[\\/]runtime-core[\\/]dist[\\/]remote[\\/]index\.js$/,
    leftOut: { RemoteHandler: ['preloadRemote', 'initRawContainer', 'removeRemote'] },
  },
]

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
        ...METHODS_LEFT_OUT.map(({ test, ...options }) => ({
          test,
          loader: fileBeside('./without-methods.mjs'),
          options,
        })),
      ],
    },
    plugins: [
      ...(common.plugins ?? []),
      new RecordProvided(shared),
      new webpack.NormalModuleReplacementPlugin(/^\./, (module) => {
        if (!MODULES_LEFT_OUT.test(`${module.context} ${module.request}`)) return
        module.request = fileBeside('./left-out.mjs')
      }),
      new webpack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(versions),
        // The runtime leaves out under these its snapshot plugin, what stands in for parts that it has, its Node loader
        // and `new Function`.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        FEDERATION_DEBUG: '""',
        ENV_TARGET: '"web"',
      }),
    ],
  }
}
