import type { SiteSettings } from '@fieldhouse/contract'

/** Who covers what an account lacks in CPU, NET and RAM (specification, section 7, Resource provider). */
export interface ResourceProvider {
  /** Base address, without a slash at the end. */
  address: string
  /** The chain's core token, in which fees are: `8,WAX`. */
  token: string
}

/** Greymass Fuel on the chains that it serves, by chain id: its name for the chain, and the token. */
const FUEL: Record<string, readonly [name: string, token: string]> = {
  aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906: ['eos', '4,EOS'],
  '2a02a0053e5a8cf73a56ba0fda11e4d92e0238a4a2aa74fccf46d5a910746840': ['jungle3', '4,EOS'],
  '4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11': ['telos', '4,TLOS'],
  '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4': ['wax', '8,WAX'],
}

/** The token of a chain that is not in the map: WAX's, as on its testnet and on the development chain. */
const TOKEN = '8,WAX'

/** The site's own resource provider, else the chain's; null when there is none. */
export function providerOf({ network, wallets }: Pick<SiteSettings, 'network' | 'wallets'>): ResourceProvider | null {
  const [name, token = TOKEN] = FUEL[network.chainId] ?? []
  const { resourceProvider } = wallets
  if (resourceProvider === 'none' || !(resourceProvider || name)) return null
  return { address: resourceProvider.replace(/\/+$/, '') || `https://${name}.greymass.com`, token }
}
