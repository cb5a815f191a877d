import { afterEach, expect, it, vi } from 'vitest'
import { wallet } from '../testing/fake-wallet'
import { loadForms, warmUpPurchase } from './load'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
const chunk = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('./open-form', () => {
  chunk.fetched += 1
  if (chunk.fetched === 1) throw new Error('the chunk could not be had')
  return { openForm: () => {} }
})

afterEach(() => {
  vi.clearAllMocks()
})

it('fetches the form and the wallets, and complains to nobody when it cannot', async () => {
  warmUpPurchase()
  expect(wallet.warmUp).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(chunk.fetched).toBe(1), { timeout: 4000 })
})

it('fetches the form again when somebody needs it', async () => {
  await expect(loadForms()).resolves.toHaveProperty('openForm')
})
