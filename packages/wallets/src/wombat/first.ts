import type { Network, Provider, Unsigned } from './provider'

/** What a wallet of the first generation signs with; it gives one to the `Api` that it makes. */
interface SignatureProvider {
  sign(unsigned: Unsigned): Promise<{ signatures?: unknown; serializedTransaction?: unknown }>
}

/** `window.scatter`. */
export interface Injected {
  getIdentity(fields: { accounts: Network[] }): Promise<unknown>
  getIdentityFromPermissions?(): Promise<unknown>
  useIdentity?(identity: unknown): unknown
  suggestNetwork?(network: Network): Promise<unknown>
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

  sign(unsigned: Unsigned): ReturnType<SignatureProvider['sign']> {
    return this.signatureProvider.sign(unsigned)
  }
}

/** The first generation of injected wallets. */
export const firstGeneration = (scatter: Injected): Provider => ({
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
