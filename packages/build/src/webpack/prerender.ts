import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { HASH_FUNCTION, moduleRules } from './rules.ts'

/** Packages that Node loads itself: bundling them would only cost time. Ours are TypeScript and are bundled. */
const LEFT_TO_NODE = /^(react|react-dom|react-i18next|i18next)(\/|$)/

/** The app and its prerenderer for Node, without federation, as one ES module that exports `write`. */
export function prerenderConfiguration(app: App, mode: Mode, output: string): Configuration {
  return {
    name: `${app.edition} prerender`,
    mode,
    devtool: 'source-map',
    context: app.folder,
    target: 'node24',
    entry: { prerender: `data:text/javascript,${encodeURIComponent(ENTRY)}` },
    experiments: { outputModule: true, layers: true },
    externals: [
      ({ request }, answer) => {
        if (request && LEFT_TO_NODE.test(request)) answer(undefined, `node-commonjs ${request}`)
        else answer()
      },
    ],
    output: {
      path: output,
      module: true,
      chunkFormat: 'module',
      filename: '[name].mjs',
      library: { type: 'module' },
      hashFunction: HASH_FUNCTION,
      devtoolModuleFilenameTemplate: '[absolute-resource-path]',
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      // One file: what it imported later would stay the first build's for as long as a watching process lives.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        // The entry below names the app's file without an extension, as its own sources do.
        { mimetype: 'text/javascript', resolve: { fullySpecified: false } },
        ...moduleRules(app.edition, mode, 'names'),
      ],
    },
    optimization: { minimize: false, splitChunks: false },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'none',
  }
}

const ENTRY = `
import { definedTexts, prerenderRelease } from '@fieldhouse/edition-kit/prerender'
import { release } from './src/prerender'
export const write = () => prerenderRelease(release)
export { definedTexts as texts, release }
`
