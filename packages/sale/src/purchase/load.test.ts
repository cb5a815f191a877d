import { eventually } from '@fieldhouse/design/testing'
import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
const chunk = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('./Slip', () => {
  chunk.fetched += 1
  if (chunk.fetched === 1) throw new Error('the chunk could not be had')
  return { SlipDialog: () => null }
})

let load: typeof import('./load')
let wallet: typeof import('../testing/fake-wallet').wallet

/** A page of its own for each test: its first fetch of the chunk fails. */
beforeEach(async () => {
  vi.resetModules()
  chunk.fetched = 0
  load = await import('./load')
  wallet = (await import('../testing/fake-wallet')).wallet
})

it('fetches the form and the wallets, and complains to nobody when it cannot', async () => {
  load.warmUpPurchase()
  expect(wallet.warmUp).toHaveBeenCalledOnce()
  await eventually(() => expect(chunk.fetched).toBe(1))
})

it('fetches the form again when somebody needs it', async () => {
  await expect(load.loadSlip()).rejects.toThrow()
  await expect(load.loadSlip()).resolves.toHaveProperty('SlipDialog')
})
