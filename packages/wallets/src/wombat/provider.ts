import type { Network } from './network'

/** What is to be signed, as eosjs gives it to a signature provider. */
export interface Unsigned {
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
