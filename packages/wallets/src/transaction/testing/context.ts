import type { SiteSettings } from '@fieldhouse/contract'
import { PrivateKey } from '@wharfkit/antelope'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Action, WalletContext } from '../../wallet'
import { forgetAbis, forgetHeaders } from '../node'
import { CHAIN_ID, Gateway } from './gateway'

export const CLOUD_WALLET = 'https://wallet.test'

/** Has each test of a file begin with nothing known of the chain, and the latest expirations. */
export function freshChain(): void {
  beforeEach(() => {
    forgetAbis()
    forgetHeaders()
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Each test has keys of its own. */
export const newKey = () => {
  const key = PrivateKey.generate('K1')
  return { key, public: String(key.toPublic()), legacy: key.toPublic().toLegacyString() }
}

/** A storage like the browser's, whose content a test can look at. */
export class MemoryStorage extends Map<string, string> implements Storage {
  [name: string]: unknown
  get length() {
    return this.size
  }
  getItem(key: string) {
    return this.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.set(key, value)
  }
  removeItem(key: string) {
    this.delete(key)
  }
  key(index: number) {
    return [...this.keys()][index] ?? null
  }
}

/** A page's context, with a gateway of its own. */
export function makeContext() {
  const gateway = new Gateway()
  const context: WalletContext & { storage: MemoryStorage } = {
    settings: {
      product: 'Fieldhouse',
      network: { name: 'devchain', chainId: CHAIN_ID },
      wallets: { cloudWallet: CLOUD_WALLET },
    } as SiteSettings,
    nodeUrl: 'https://play.test',
    language: () => 'en',
    storage: new MemoryStorage(),
    signing: {} as WalletContext['signing'],
    fetch: gateway.fetch,
  }
  return { gateway, context }
}

/** The two actions of a purchase. */
export const purchase = (buyer = 'alice.wam', amount = '1.00000000 WAX'): Action[] => [
  {
    account: 'eosio.token',
    name: 'transfer',
    data: { from: buyer, to: 'fieldhouse', quantity: amount, memo: 'deposit' },
  },
  {
    account: 'fieldhouse',
    name: 'buypack',
    data: { buyer, drop_id: '18446744073709551615', amount: 2, intended_delphi_median: '412', partner_code: '' },
  },
]
