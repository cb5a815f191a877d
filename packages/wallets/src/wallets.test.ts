import { expect, it } from 'vitest'
import { loadWallet } from './load'
import { WALLETS, walletOf } from './wallets'

it.each(WALLETS.map(({ name }) => name))(
  '%s is known by its name, and fetched by what its folder says',
  async (name) => {
    expect(walletOf(name).name).toBe(name)
    expect((await loadWallet(name)).name).toBe(name)
  },
)

it('keeps a record of each wallet apart', () => {
  expect(new Set(WALLETS.map(({ record }) => record)).size).toBe(WALLETS.length)
})
