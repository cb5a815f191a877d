import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { SharedLibrary } from '@fieldhouse/contract'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { browserConfiguration } from './common.ts'

/** What the wallets' lazy part takes from the page's first script, where it is as well: files of the package's sources. */
const EAGER = ['eager', 'errors/wallet-error']

/**
 * The lazy part of `packages/wallet-login` as `wallets.js` and `wallets.css`, with a chunk for each wallet. A compilation of
 * its own: within the host's, every module that both parts use would be torn out of the host's one and cost every first page
 * a kilobyte. It takes the shared libraries from the page's federation runtime, as a remote does.
 */
export function walletsConfiguration(app: App, mode: Mode, shared: SharedLibrary[], output: string): Configuration {
  const entry = createRequire(join(app.folder, 'package.json')).resolve('@fieldhouse/wallet-login/ui')
  const sources = dirname(dirname(entry))
  const names = new Set(shared.map(({ name }) => name))
  const eager = new Set(EAGER.map((file) => join(sources, file)))
  const common = browserConfiguration(app, mode, output)
  return {
    ...common,
    name: 'wallets',
    entry: { wallets: entry },
    externalsType: 'var',
    externals: [
      ({ context, request }, answer) => {
        if (!request) return answer()
        if (names.has(request)) return answer(undefined, fromHost(request))
        if (context && eager.has(resolve(context, request)))
          return answer(undefined, fromHost('@fieldhouse/wallet-login'))
        return answer()
      },
    ],
    output: {
      ...common.output,
      uniqueName: 'wallets',
      library: { type: 'module' },
      // A release never changes: its name stands for its contents.
      filename: 'wallets.js',
      chunkFilename: '[name].[contenthash:16].js',
    },
    plugins: [new MiniCssExtractPlugin({ filename: 'wallets.css', chunkFilename: '[name].[contenthash:16].css' })],
  }
}

/** The host's instance is the first of the page. */
const fromHost = (name: string): string =>
  `globalThis.__FEDERATION__.__INSTANCES__[0].loadShareSync(${JSON.stringify(name)})()`
