import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SharedLibrary } from '@fieldhouse/contract'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { Configuration } from 'webpack'
import type { App, Mode } from '../config.ts'
import { browserConfiguration } from './common.ts'
import { ContentNames } from './plugins.ts'
import { CONTENT_HASH } from './rules.ts'

/** Name of the chunk that is the wallets' lazy part, and of its style sheet. */
export const WALLETS_CHUNK = 'wallets'

/**
 * The lazy part of `packages/wallet-login` as one script and one style sheet, with a chunk for each wallet. A compilation of
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
    entry: { [WALLETS_CHUNK]: entry },
    externalsType: 'var',
    externals: [
      ({ request }, answer) => (request && names.has(request) ? answer(undefined, fromHost(request)) : answer()),
    ],
    output: {
      ...common.output,
      uniqueName: 'wallets',
      library: { type: 'module' },
    },
    plugins: [
      new ContentNames(),
      new MiniCssExtractPlugin({ filename: `[name].${CONTENT_HASH}.css`, chunkFilename: `[name].${CONTENT_HASH}.css` }),
    ],
  }
}

/** The host's instance is the first of the page. */
const fromHost = (name: string): string =>
  `globalThis.__FEDERATION__.__INSTANCES__[0].loadShareSync(${JSON.stringify(name)})()`
