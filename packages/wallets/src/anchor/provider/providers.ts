import type { SiteSettings } from '@fieldhouse/contract'

/** Who covers what an account lacks in CPU, NET and RAM (specification, section 7, Resource provider). */
export interface ResourceProvider {
  /** Base address, without a slash at the end. */
  address: string
  /** The chain's core token, in which fees are: `8,WAX`. */
  token: string
}

/** Greymass Fuel on the chains that it serves, by chain id: EOS, Jungle3, Telos, WAX. */
const PROVIDERS: Record<string, ResourceProvider> = {
  aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906: {
    address: 'https://eos.greymass.com',
    token: '4,EOS',
  },
  '2a02a0053e5a8cf73a56ba0fda11e4d92e0238a4a2aa74fccf46d5a910746840': {
    address: 'https://jungle3.greymass.com',
    token: '4,EOS',
  },
  '4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11': {
    address: 'https://telos.greymass.com',
    token: '4,TLOS',
  },
  '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4': {
    address: 'https://wax.greymass.com',
    token: '8,WAX',
  },
}

/** The token of a chain that is not in the map: WAX's, as on its testnet and on the development chain. */
const TOKEN = '8,WAX'

/** The site's own resource provider, else the chain's; null when there is none. */
export function providerOf({ network, wallets }: Pick<SiteSettings, 'network' | 'wallets'>): ResourceProvider | null {
  const known = PROVIDERS[network.chainId]
  if (wallets.resourceProvider === 'none') return null
  if (!wallets.resourceProvider) return known ?? null
  return { address: wallets.resourceProvider.replace(/\/+$/, ''), token: known?.token ?? TOKEN }
}
