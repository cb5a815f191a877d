import type { SiteSettings } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { providerOf } from './providers'

const WAX = '1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4'

it.each([
  ["the site's own, without the slash at its end", 'https://fuel.example/', WAX, 'https://fuel.example'],
  ["the chain's, where the site names none", '', WAX, 'https://wax.greymass.com'],
  ['nobody, where the site wants none', 'none', WAX, undefined],
  ['nobody, for a chain that none of them serves', '', '00', undefined],
])('the resource provider is %s', (_, resourceProvider, chainId, address) => {
  const settings = { network: { chainId }, wallets: { resourceProvider } } as SiteSettings
  expect(providerOf(settings)?.address).toBe(address)
})
