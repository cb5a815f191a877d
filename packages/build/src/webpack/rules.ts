import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { RuleSetRule } from 'webpack'
import type { Mode } from '../config.ts'
import { HASH_LENGTH } from '../release/name.ts'

const require = createRequire(import.meta.url)

/** Browsers that check import-map integrity (docs/edition-contract.md); script and CSS are written for these and newer ones. */
export const SWC_TARGET = 'es2022'

/**
 * Class names and asset names are made with it: one for all builds, or the browser's would differ from the prerender's. A
 * file's address is the beginning of its content's SHA-256.
 */
export const HASH_FUNCTION = 'sha256'

/** The part of a file's name that says its content, as webpack's templates write it. */
export const CONTENT_HASH = `[contenthash:${HASH_LENGTH}]`

/**
 * How sources become modules, the same for the browser and for the prerender, so that both print the same class names
 * and asset paths.
 *
 * @param css `extract` into files, or `names` alone for what browsers run.
 */
export function moduleRules(edition: string, mode: Mode, css: 'extract' | 'names'): RuleSetRule[] {
  return [
    {
      test: /\.tsx?$/,
      exclude: /node_modules/,
      loader: require.resolve('swc-loader'),
      options: {
        swcrc: false,
        configFile: false,
        sourceMaps: true,
        jsc: {
          target: SWC_TARGET,
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: false } },
        },
      },
    },
    {
      test: /\.css$/,
      // Whatever package it comes from, a style sheet that is imported is wanted.
      sideEffects: true,
      use: [
        ...(css === 'extract' ? [{ loader: MiniCssExtractPlugin.loader, options: { esModule: true } }] : []),
        {
          loader: require.resolve('css-loader'),
          options: {
            esModule: true,
            modules: {
              auto: true,
              // A sheet without names is nothing then, where it would be its text.
              ...(css === 'names' && {
                auto: () => true,
                mode: (file: string) => (file.endsWith('.module.css') ? ('local' as const) : ('global' as const)),
              }),
              // Per app: shell and edition carry copies of the shared packages, possibly of different versions.
              localIdentName:
                mode === 'production' ? `${edition}-[hash:base64:6]` : `${edition}-[name]-[local]-[hash:base64:4]`,
              localIdentHashSalt: edition,
              namedExport: false,
              exportLocalsConvention: 'as-is',
              exportOnlyLocals: css === 'names',
            },
          },
        },
      ],
    },
    {
      test: /\.woff2$/,
      type: 'asset/resource',
      loader: fileURLToPath(new URL('../fonts/subset-loader.cjs', import.meta.url)),
      generator: { filename: `[name].${CONTENT_HASH}[ext]`, emit: css === 'extract' },
    },
    {
      test: /\.(svg|png|jpe?g|webp|avif|ico)$/,
      type: 'asset/resource',
      generator: { filename: `[name].${CONTENT_HASH}[ext]`, emit: css === 'extract' },
    },
    {
      test: /\.(svg|png|jpe?g|webp|avif|ico)$/,
      issuer: { not: /\.css$/ },
      // A component gets the path inside the release and puts its root's base before it; a style sheet's is relative.
      // The layer keeps them apart when both use one file: webpack would make them one module.
      layer: 'markup',
      generator: { publicPath: '' },
    },
  ]
}
