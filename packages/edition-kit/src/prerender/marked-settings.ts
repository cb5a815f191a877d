import type { SiteSettings } from '@fieldhouse/contract'

/** The settings while prerendering: every scalar is the mark the gateway fills, and every list is empty (`List` writes its mark). */
export function markedSettings(): SiteSettings {
  return {
    product: mark('product'),
    developer: { name: mark('developer.name'), link: mark('developer.link') },
    editions: [],
    navigation: [],
    links: {
      whitepaper: mark('links.whitepaper'),
      playGame: mark('links.playGame'),
      playNow: mark('links.playNow'),
      createAccount: mark('links.createAccount'),
      community: mark('links.community'),
    },
    socials: [],
    countdowns: {
      sale: mark('countdowns.sale'),
      season: mark('countdowns.season'),
      seasonNumber: mark('countdowns.seasonNumber'),
    },
    network: {
      name: mark('network.name'),
      chainId: mark('network.chainId'),
      gameContract: mark('network.gameContract'),
      collection: mark('network.collection'),
      oracle: mark('network.oracle'),
      oraclePair: mark('network.oraclePair'),
      token: mark('network.token'),
      assetEndpoint: mark('network.assetEndpoint'),
      playSite: mark('network.playSite'),
    },
    wallets: {
      linkService: mark('wallets.linkService'),
      cloudWallet: mark('wallets.cloudWallet'),
      resourceProvider: mark('wallets.resourceProvider'),
      sites: {
        wax: mark('wallets.sites.wax'),
        anchor: mark('wallets.sites.anchor'),
        wombat: mark('wallets.sites.wombat'),
      },
    },
  }
}

// A number or a literal type is a mark in a fragment too: a component may print it and nothing else.
function mark<Value extends string | number>(path: string): Value {
  return `@setting/${path}@` as Value
}
