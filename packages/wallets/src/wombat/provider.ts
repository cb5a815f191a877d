import type { WalletContext } from '../wallet'

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

/** How a Scatter-compatible wallet is told which chain is meant, and by which node it is reached. */
export interface Network {
  /** What Antelope was called when the protocol was made. */
  blockchain: 'eos'
  chainId: string
  protocol: string
  host: string
  port: number
}

const DEFAULT_PORTS: Record<string, number> = { https: 443, http: 80 }

export function networkOf({ nodeUrl, settings }: Pick<WalletContext, 'nodeUrl' | 'settings'>): Network {
  const { protocol, hostname, port } = new URL(nodeUrl)
  const scheme = protocol.slice(0, -1)
  return {
    blockchain: 'eos',
    chainId: settings.network.chainId,
    protocol: scheme,
    host: hostname,
    port: Number(port) || (DEFAULT_PORTS[scheme] ?? 0),
  }
}
