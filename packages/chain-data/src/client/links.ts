import type { NetworkSettings } from '@fieldhouse/contract'

/** Where anybody can look at what is on a chain, by the network: its assets, which are sold there too. */
const MARKETS: Partial<Record<NetworkSettings['name'], string>> = {
  mainnet: 'https://atomichub.io',
  testnet: 'https://testnet.atomichub.io',
}

const CHAINS = { mainnet: 'wax-mainnet', testnet: 'wax-testnet' } as const

/** Where the development chain has its stand-in for a market: beside its asset index. */
const standIn = (assetEndpoint: string, page: string): string => new URL(`/market/${page}`, assetEndpoint).href

/** An asset where people buy and sell it. */
export const marketLink = ({ name, assetEndpoint }: NetworkSettings, assetId: string): string =>
  name === 'devchain'
    ? standIn(assetEndpoint, `asset/${assetId}`)
    : `${MARKETS[name]}/explorer/asset/${CHAINS[name]}/Asset_${assetId}`

/** An account's assets, by somebody else than this site. */
export const accountLink = ({ name, assetEndpoint }: NetworkSettings, account: string): string =>
  name === 'devchain'
    ? standIn(assetEndpoint, `account/${account}`)
    : `${MARKETS[name]}/profile/${CHAINS[name]}/${account}#inventory`

/** A transaction where anybody can read it; empty for a chain that nobody shows. */
export const transactionLink = ({ name }: NetworkSettings, id: string): string =>
  name === 'devchain' ? '' : `https://${name === 'mainnet' ? '' : 'testnet.'}waxblock.io/transaction/${id}`
