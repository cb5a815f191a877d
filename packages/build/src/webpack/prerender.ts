import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { MINIMIZE_STYLES, STYLES } from './common.ts'
import { modulesOf, overridesOf } from './modules.ts'
import { ContentNames } from './plugins.ts'
import { HASH_FUNCTION, moduleRules } from './rules.ts'

/** Packages that Node loads itself: bundling them would only cost time. Ours are TypeScript and are bundled. */
const LEFT_TO_NODE = /^(react|react-dom|react-i18next|i18next)(\/|$)/

/**
 * The app and its prerenderer for Node, without federation, as one ES module that exports `write`; and beside it the one
 * style sheet of the release, with the fonts and images: all that a page may show is here, and in the browser not.
 */
export function prerenderConfiguration(app: App, mode: Mode, output: string): Configuration {
  return {
    name: `${app.edition} prerender`,
    mode,
    devtool: false,
    context: app.folder,
    target: 'node24',
    entry: { prerender: `data:text/javascript,${encodeURIComponent(entryOf(app, mode))}` },
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
      publicPath: 'auto',
      library: { type: 'module' },
      hashFunction: HASH_FUNCTION,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: {
      // One file: what it imported later would stay the first build's for as long as a watching process lives.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [...moduleRules(app.edition, mode, 'extract')],
    },
    plugins: [
      new ContentNames(),
      new MiniCssExtractPlugin({ filename: STYLES, runtime: false }),
      new webpack.SourceMapDevToolPlugin({
        test: /\.mjs$/,
        filename: '[file].map',
        moduleFilenameTemplate: '[absolute-resource-path]',
      }),
      // The style sheet is shipped, and no file can hold its own name.
      new webpack.SourceMapDevToolPlugin({
        test: /\.css$/,
        namespace: app.edition,
        ...(mode === 'production' && { filename: '[file].map', append: false }),
      }),
    ],
    optimization: {
      minimize: mode === 'production',
      minimizer: [MINIMIZE_STYLES],
      realContentHash: true,
      splitChunks: false,
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'none',
  }
}

/** An app without what draws pictures of links: nobody shares a developer's pages, and a save would wait seconds for them. */
const WITHOUT_PICTURES = `{
  ...app,
  Picture: undefined,
  cardPictures: undefined,
  pages: app.pages.map(({ shows, ...page }) => page),
}`

/** Node's module of an app: its texts, its pages with their files, and all that is prerendered of them. */
const entryOf = (app: App, mode: Mode): string => `
${overridesOf(app)}import { collectApp } from '@fieldhouse/edition-kit'
import { definedTexts, prerenderRelease } from '@fieldhouse/edition-kit/prerender'
const modules = ${modulesOf('page', 'edition', 'island', 'frame', 'partials', 'picture')}
export const app = collectApp('${app.edition}', modules)
export const files = new Map(Object.entries(modules).flatMap(([file, { page, pages = [page] }]) => pages.map((page) => [page, file])))
export const write = () => prerenderRelease(${mode === 'production' ? 'app' : WITHOUT_PICTURES})
export { definedTexts as texts }
`
