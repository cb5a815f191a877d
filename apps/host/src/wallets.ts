import { within } from '@fieldhouse/chain-data'
import type { Ui } from '@fieldhouse/wallet-login/connect'
import type { AllowedScripts } from './allowed-scripts'
import { IntegrityError } from './remotes'
import { loadStyles } from './styles'

/** How long the script may take, milliseconds: an import has no time-out of its own. */
const WALLETS_TIMEOUT = 10_000

/**
 * Fetches the lazy part of the wallets, which `packages/build` writes beside the host, with its style sheet. The page's
 * import map says where they are.
 *
 * @param resolve `import.meta.resolve`
 * @throws IntegrityError when the script is not in the page's import map
 * @throws Error when either cannot be loaded in time
 */
export async function loadWallets(
  document: Document,
  resolve: (specifier: string) => string,
  allowed: Pick<AllowedScripts, 'has'>,
): Promise<Ui> {
  const script = resolve('fieldhouse/wallets')
  if (!allowed.has(script)) {
    throw new IntegrityError(`loading the wallets: ${script} is not in the page's import map, so it is not run`)
  }
  const [ui] = await Promise.all([
    within(
      WALLETS_TIMEOUT,
      import(/* webpackIgnore: true */ script) as Promise<Ui>,
      `loading the wallets from ${script}`,
    ),
    loadStyles(document, [resolve('fieldhouse/wallets.css')]),
  ])
  return ui
}
