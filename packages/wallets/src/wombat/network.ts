import type { WalletContext } from '../wallet'

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
