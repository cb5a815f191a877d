import { WalletError } from '../errors/wallet-error'
import { type Injected as First, firstGeneration } from './first'
import type { Provider } from './provider'
import { type Injected as Second, secondGeneration } from './second'

/** What wallets put into the page. */
export type Injections = { wallet?: Second; scatter?: First }

/** An app puts its object in before the page's scripts, an extension a little later: how long it is waited for, in milliseconds. */
export const PROVIDER_WAIT = 1500

/**
 * The wallet that is in the page, the second generation before the first.
 *
 * @throws WalletError provider-absent when none comes within PROVIDER_WAIT
 */
export async function findProvider(): Promise<Provider> {
  const provider = presentProvider() ?? (await loaded())
  if (!provider) throw new WalletError('provider-absent', 'looking for Wombat: no wallet is in this page')
  return provider
}

/** The wallet that is in the page already. */
export function presentProvider(): Provider | undefined {
  const { wallet, scatter } = window as Window & Injections
  if (typeof wallet?.sendApiRequest === 'function') return secondGeneration(wallet)
  if (typeof scatter?.getIdentity === 'function') return firstGeneration(scatter)
  return undefined
}

/** Waits for the events by which a wallet says that it is there. */
function loaded(): Promise<Provider | undefined> {
  const events = ['walletLoaded', 'scatterLoaded']
  return new Promise((resolve) => {
    const look = () => {
      const provider = presentProvider()
      if (provider) end(provider)
    }
    const end = (provider?: Provider) => {
      clearTimeout(timer)
      for (const event of events) document.removeEventListener(event, look)
      resolve(provider)
    }
    const timer = setTimeout(() => end(presentProvider()), PROVIDER_WAIT)
    for (const event of events) document.addEventListener(event, look)
  })
}
