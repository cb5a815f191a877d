import type { NetworkSettings } from '@fieldhouse/contract'

/** Where anybody can look at what is on a chain, by the network: its assets, which are sold there too. */
const MARKETS: Partial<Record<NetworkSettings['name'], string>> = {
  mainnet: 'https://atomichub.io',
  testnet: 'https://testnet.atomichub.io',
}

const CHAINS = { mainnet: 'wax-mainnet', testnet: 'wax-testnet' } as const

/** An asset where people buy and sell it; empty for a chain that no market lists. */
export const marketLink = ({ name }: NetworkSettings, assetId: string): string =>
  name === 'devchain' ? '' : `${MARKETS[name]}/explorer/asset/${CHAINS[name]}/Asset_${assetId}`

/** An account's assets, by somebody else than this site. */
export const accountLink = ({ name, assetEndpoint }: NetworkSettings, account: string): string =>
  name === 'devchain'
    ? `${assetEndpoint}/assets?owner=${account}`
    : `${MARKETS[name]}/profile/${CHAINS[name]}/${account}#inventory`

/** A transaction where anybody can read it; empty for a chain that nobody shows. */
export const transactionLink = ({ name }: NetworkSettings, id: string): string =>
  name === 'devchain' ? '' : `https://${name === 'mainnet' ? '' : 'testnet.'}waxblock.io/transaction/${id}`
