import type { Language } from './language'

/** `#fh-settings` of every page: the Caddyfile's `site` block. */
export interface SiteSettings {
  /** Product name. */
  product: string
  developer: NamedLink
  /** The editions besides the shell, by where their pages begin, in the order of the settings. */
  editions: NavEntry[]
  navigation: NavEntry[]
  /** Paths of the pages that are their visitor's own (`noindex`), of the page's lineup. A gateway that is older than they are does not say. */
  own?: string[]
  links: {
    whitepaper: string
    /** The Play Game button. */
    playGame: string
    /** The mobile menu's 'Play Now!': the testnet tournaments page of the play site. */
    playNow: string
    /** 'Create one!' in the login modal. */
    createAccount: string
    /** 'Join our Discord.' in the login modal. */
    community: string
  }
  socials: Social[]
  countdowns: {
    /** Sale start, RFC 3339 UTC. */
    sale: string
    /** Season start, RFC 3339 UTC. */
    season: string
    /** Number of the season that starts: 3. */
    seasonNumber: number
  }
  network: NetworkSettings
  wallets: WalletSettings
  /** Descriptions of drops and reasons of claims in both languages, of which the chain's rows have one; absent for none. */
  dropTexts?: Record<Language, string>[]
}

export interface NamedLink {
  name: string
  link: string
}

/** A navigation entry with the specification's own field names (section 3). */
export interface NavEntry {
  nameEN: string
  NameSP: string
  /** What is there, in a few words, which stand below the name in an open group; absent for none. */
  textEN?: string
  textSP?: string
  /** Starting with `https` it opens in a new tab; anything else is an in-app link. Empty for a group. */
  link: string
  /** Sub-entries: makes the entry a dropdown group. */
  content?: NavEntry[]
}

export interface Social extends NamedLink {
  /** Shown on desktop only. */
  wide: boolean
}

export interface NetworkSettings {
  name: 'mainnet' | 'testnet' | 'devchain'
  /** 64 hex digits. */
  chainId: string
  /** The game's contract account: code and scope of drops, partners and claims. */
  gameContract: string
  collection: string
  /** Oracle account and the scope of the WAX/USD pair. */
  oracle: string
  oraclePair: string
  /** Token contract account. */
  token: string
  /** AtomicAssets API base address. */
  assetEndpoint: string
  playSite: string
}

/** Where the wallets and their services are. */
export interface WalletSettings {
  /** Address of the wallet link service (the reference's "buoy"), or a path of this site such as `/link`. */
  linkService: string
  /** The Cloud Wallet's origin: its popups open there. */
  cloudWallet: string
  /** The resource provider's base address, or `none`; empty for the one that the chain's id has. */
  resourceProvider: string
  /** Each wallet's own site, behind the info icons of the login modal. */
  sites: { wax: string; anchor: string; wombat: string }
}
