import { ABI, type ABIDef, APIClient, Bytes, FetchProvider, type Name, Serializer } from '@greymass/eosio'
import { LinkChain } from 'anchor-link'
import { rawAbi } from '../transaction/abis'
import { READ_TIMEOUT } from '../transaction/node'
import type { WalletContext } from '../wallet'

/**
 * The chain as anchor-link asks it, through the gateway. ABIs come from the ones that all wallets share: after the wallet has
 * signed, nothing more needs to be fetched that could fail.
 */
export class GatewayChain extends LinkChain {
  constructor(private readonly context: Pick<WalletContext, 'settings' | 'nodeUrl' | 'fetch'>) {
    super(context.settings.network.chainId, new APIClient({ provider: chainProvider(context) }))
  }

  override async getAbi(account: Name): Promise<ABIDef> {
    return Serializer.decode({ data: Bytes.from(await rawAbi(this.context, String(account))), type: ABI })
  }
}

const chainProvider = ({ nodeUrl, fetch }: Pick<WalletContext, 'nodeUrl' | 'fetch'>): FetchProvider =>
  new FetchProvider(nodeUrl, {
    fetch: (address: string, request: RequestInit) =>
      fetch(address, { ...request, signal: AbortSignal.timeout(READ_TIMEOUT) }),
  })
