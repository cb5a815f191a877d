import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SharedLibrary } from '@fieldhouse/contract'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { browserConfiguration } from './common.ts'

/**
 * The lazy part of `packages/wallet-login` as `wallets.js` and `wallets.css`, with a chunk for each wallet. A compilation of
 * its own: within the host's, every module that both parts use would be torn out of the host's one and cost every first page
 * a kilobyte. It takes the shared libraries from the page's federation runtime, as a remote does; the user's store is one.
 */
export function walletsConfiguration(app: App, mode: Mode, shared: SharedLibrary[], output: string): Configuration {
  const entry = createRequire(join(app.folder, 'package.json')).resolve('@fieldhouse/wallet-login/ui')
  const names = new Set(shared.map(({ name }) => name))
  const common = browserConfiguration(app, mode, output)
  return {
    ...common,
    name: 'wallets',
    entry: { wallets: entry },
    externalsType: 'var',
    externals: [
      ({ request }, answer) => (request && names.has(request) ? answer(undefined, fromHost(request)) : answer()),
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
