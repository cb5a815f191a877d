import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import MinimizerPlugin from 'minimizer-webpack-plugin'
import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { ContentNames } from './plugins.ts'
import { CONTENT_HASH, HASH_FUNCTION, moduleRules } from './rules.ts'
import { sourceNames } from './source-maps.ts'

const require = createRequire(import.meta.url)

/** The oldest browsers that check import-map integrity. Lightning CSS wants versions as `major << 16`. */
const TARGETS = { chrome: 127 << 16, edge: 127 << 16, firefox: 138 << 16, safari: 18 << 16, ios_saf: 18 << 16 }

/** The release's one style sheet. */
export const STYLES = `styles.${CONTENT_HASH}.css`

export const MINIMIZE_STYLES = new MinimizerPlugin({
  test: /\.css$/,
  parallel: false,
  minify: { implementation: MinimizerPlugin.lightningCssMinify, options: { targets: TARGETS } },
})

/** Scripts by swc and style sheets by Lightning CSS, both in the process that builds: one app takes seconds. */
const MINIMIZERS = [
  new MinimizerPlugin({
    parallel: false,
    extractComments: false,
    minify: {
      implementation: MinimizerPlugin.swcMinify,
      options: {
        module: true,
        ecma: 2020,
        compress: { passes: 4, ecma: 2020, toplevel: true },
        // Names by how often letters occur would follow webpack's hashes before the real ones, and so the folder's path.
        mangle: { toplevel: true, disableCharFreq: true },
        format: { comments: false },
      },
    },
  }),
  MINIMIZE_STYLES,
]

/** What the browser builds of a release have in common: ES modules, addresses relative to themselves, no eval. */
export function browserConfiguration(app: App, mode: Mode, output: string): Configuration {
  const sourceName = sourceNames(app)
  return {
    mode,
    // `eval` needs 'unsafe-eval', what is shipped names no source map, and no file can hold its own name.
    devtool: mode === 'development' ? 'inline-source-map' : 'hidden-nosources-source-map',
    context: app.folder,
    target: ['web', 'es2022'],
    experiments: { outputModule: true, layers: true },
    // The federation plugin writes its external runtime for this type; the default of a module build is an import.
    externalsType: 'global',
    output: {
      path: output,
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      // Relative to the script itself: all files of an edition stand side by side.
      publicPath: 'auto',
      filename: `[name].${CONTENT_HASH}.js`,
      chunkFilename: `[name].${CONTENT_HASH}.js`,
      hashFunction: HASH_FUNCTION,
      ...(mode === 'production' && {
        devtoolModuleFilenameTemplate: sourceName,
        devtoolFallbackModuleFilenameTemplate: sourceName,
      }),
      environment: { dynamicImport: true, module: true },
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    resolveLoader: { modules: [join(dirname(require.resolve('swc-loader/package.json')), '..')] },
    module: { rules: moduleRules(app.edition, mode, 'extract') },
    optimization: {
      minimize: mode === 'production',
      minimizer: MINIMIZERS,
      moduleIds: mode === 'production' ? 'deterministic' : 'named',
      chunkIds: mode === 'production' ? 'deterministic' : 'named',
      realContentHash: true,
      // One script for each thing that is loaded: a first page has five.
      splitChunks: false,
      runtimeChunk: false,
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'none',
    plugins: [
      new ContentNames(),
      // The page has the links in its head, or the host adds them: the script must not add them again.
      new MiniCssExtractPlugin({
        filename: `[name].${CONTENT_HASH}.css`,
        chunkFilename: `[name].${CONTENT_HASH}.css`,
        runtime: false,
      }),
    ],
  }
}
