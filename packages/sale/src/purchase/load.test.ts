import { eventually } from '@fieldhouse/design/testing'
import { expect, it, vi } from 'vitest'
import { wallet } from '../testing/fake-wallet'
import { loadSlip, warmUpPurchase } from './load'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
const chunk = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('./Slip', () => {
  chunk.fetched += 1
  if (chunk.fetched === 1) throw new Error('the chunk could not be had')
  return { SlipDialog: () => null }
})

it('fetches the form and the wallets, complains to nobody when it cannot, and fetches it again at need', async () => {
  warmUpPurchase()
  expect(wallet.warmUp).toHaveBeenCalledOnce()
  await eventually(() => expect(chunk.fetched).toBe(1))
  await expect(loadSlip()).resolves.toHaveProperty('SlipDialog')
})
