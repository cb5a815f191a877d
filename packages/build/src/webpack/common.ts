import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { Minify } from './minify.ts'
import { HASH_FUNCTION, moduleRules } from './rules.ts'

const require = createRequire(import.meta.url)

/** What the browser builds of a release have in common: ES modules, addresses relative to themselves, no eval. */
export function browserConfiguration(app: App, mode: Mode, output: string): Configuration {
  return {
    mode,
    // `eval` source maps need 'unsafe-eval'; separate files need nothing.
    devtool: mode === 'development' ? 'source-map' : false,
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
      // Relative to the script itself: a release does not know its own name.
      publicPath: 'auto',
      filename: '[name].[contenthash:16].js',
      chunkFilename: '[name].[contenthash:16].js',
      hashFunction: HASH_FUNCTION,
      environment: { dynamicImport: true, module: true },
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    resolveLoader: { modules: [join(dirname(require.resolve('swc-loader/package.json')), '..')] },
    module: { rules: moduleRules(app.edition, mode, 'extract') },
    optimization: {
      minimize: mode === 'production',
      minimizer: [new Minify()],
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
      // The page has the links in its head, or the host adds them: the script must not add them again.
      new MiniCssExtractPlugin({
        filename: '[name].[contenthash:16].css',
        chunkFilename: '[name].[contenthash:16].css',
        runtime: false,
      }),
    ],
  }
}
