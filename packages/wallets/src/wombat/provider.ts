import { wait } from '@fieldhouse/chain-data'
import { WalletError } from '../errors/wallet-error'
import { hex } from '../transaction/transaction-id'
import type { WalletContext } from '../wallet'

/** What is to be signed, as eosjs gives it to a signature provider. */
interface Unsigned {
  chainId: string
  requiredKeys: string[]
  serializedTransaction: Uint8Array
  abis: { accountName: string; abi: Uint8Array }[]
}

/** A Scatter-compatible wallet, whichever generation it is of. Its answers come from outside: nothing is checked yet. */
export interface Provider {
  /** The identity that this site was allowed to know before, if there is one. Nobody is asked. */
  permitted(): Promise<unknown>
  /** The identity; the person is asked for it. */
  identify(network: Network): Promise<unknown>
  sign(network: Network, unsigned: Unsigned): Promise<{ signatures?: unknown; serializedTransaction?: unknown }>
  forget(): Promise<unknown>
}

/** Names a chain, and a node of it, to a Scatter-compatible wallet. */
export interface Network {
  /** What Antelope was called when the protocol was made. */
  blockchain: 'eos'
  chainId: string
  protocol: string
  host: string
  port: number
}

export function networkOf({ nodeUrl, settings }: Pick<WalletContext, 'nodeUrl' | 'settings'>): Network {
  const { protocol, hostname, port } = new URL(nodeUrl)
  return {
    blockchain: 'eos',
    chainId: settings.network.chainId,
    protocol: protocol.slice(0, -1),
    host: hostname,
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
  }
}

/** A wallet of the first generation signs with one; it gives it to the `Api` that it makes. */
interface SignatureProvider {
  sign(unsigned: Unsigned): ReturnType<Provider['sign']>
}

/** `window.scatter`. */
export interface ScatterV1 {
  getIdentity(fields: { accounts: Network[] }): Promise<unknown>
  getIdentityFromPermissions?(): Promise<unknown>
  useIdentity?(identity: unknown): unknown
  logout?(): Promise<unknown>
  forgetIdentity?(): Promise<unknown>
  /** Makes an `Api` whose signature provider is the wallet. */
  eos(network: Network, Api: typeof SigningApi, options: object): SigningApi
}

/**
 * Stands where a wallet expects the Api of eosjs: it is made with the wallet's signature provider, which is all that is
 * wanted of it, for a hundredth of its size. Wallets may hand it back inside a proxy, so it is used by a method only.
 */
class SigningApi {
  readonly signatureProvider: SignatureProvider

  constructor(options: { signatureProvider: SignatureProvider }) {
    this.signatureProvider = options.signatureProvider
  }

  sign(unsigned: Unsigned): ReturnType<Provider['sign']> {
    return this.signatureProvider.sign(unsigned)
  }
}

const firstGeneration = (scatter: ScatterV1): Provider => ({
  permitted: async () => scatter.getIdentityFromPermissions?.(),

  identify: async (network) => {
    const identity = await scatter.getIdentity({ accounts: [network] })
    // The one that the signature provider signs for.
    await scatter.useIdentity?.(identity)
    return identity
  },

  // A copy: some of them change the bytes in place.
  sign: async (network, unsigned) =>
    scatter
      .eos(network, SigningApi, { rpc: { endpoint: endpointOf(network) } })
      .sign({ ...unsigned, serializedTransaction: unsigned.serializedTransaction.slice() }),

  forget: async () => (scatter.logout ?? scatter.forgetIdentity)?.call(scatter),
})

const endpointOf = ({ protocol, host, port }: Network) => `${protocol}://${host}:${port}`

/** `window.wallet`: one call for everything. */
export interface ScatterV2 {
  sendApiRequest(request: { type: string; payload: object }): Promise<unknown>
}

const secondGeneration = (wallet: ScatterV2): Provider => {
  const ask = async (type: string, payload: object) => {
    const answer = await wallet.sendApiRequest({ type, payload })
    // Some answer with their error instead of rejecting with it.
    if (Object(answer).isError) throw answer
    return answer
  }
  return {
    permitted: () => ask('identityFromPermissions', {}),

    identify: (network) => ask('getOrRequestIdentity', { fields: { accounts: [network] } }),

    sign: async (network, { serializedTransaction, ...unsigned }) => {
      const answer = await ask('requestSignature', {
        transaction: { ...unsigned, serializedTransaction: hex(serializedTransaction) },
        blockchain: network.blockchain,
        network,
        requiredFields: {},
      })
      // It answers with signatures only: they are of what it was given.
      return { signatures: Object(answer).signatures }
    },

    forget: () => ask('forgetIdentity', {}),
  }
}

export type Injections = { wallet?: ScatterV2; scatter?: ScatterV1 }

/** An app puts its object in before the page's scripts, an extension a little later: how long it is waited for, in milliseconds. */
export const PROVIDER_WAIT = 1500
/** Between two looks for it, in milliseconds. */
const LOOK_INTERVAL = 100

/** The wallet in the page, the second generation first. @throws WalletError provider-absent after PROVIDER_WAIT */
export async function findProvider(): Promise<Provider> {
  for (let waited = 0; ; waited += LOOK_INTERVAL) {
    const provider = presentProvider()
    if (provider) return provider
    if (waited >= PROVIDER_WAIT)
      throw new WalletError('provider-absent', 'looking for Wombat: no wallet is in this page')
    await wait(LOOK_INTERVAL)
  }
}

export function presentProvider(): Provider | undefined {
  const { wallet, scatter } = window as Window & Injections
  if (typeof wallet?.sendApiRequest === 'function') return secondGeneration(wallet)
  if (typeof scatter?.getIdentity === 'function') return firstGeneration(scatter)
  return undefined
}
