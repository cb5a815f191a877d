// @vitest-environment jsdom
import { rememberUser } from '@fieldhouse/chain-data'
import { boughtBy, keepPending, type Pending, pendingOf } from '@fieldhouse/chain-data/purchase'
import { testRoot } from '@fieldhouse/edition-kit/testing'
import { WalletError } from '@fieldhouse/wallets'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freshLocks } from '../testing/fake-locks'
import { alice, setUser, wallet } from '../testing/fake-wallet'
import { clearOrders, orderOf } from './orders'
import { resumePurchases } from './use-purchasing'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
const chain = vi.hoisted(() => ({ settle: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => {
  return { ...((await original()) as object), settle: chain.settle }
})

const { network } = testRoot().settings
const pending: Pending = {
  transactionId: 'ab'.repeat(32),
  ...{ buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  ...{ at: 1_700_000_000_000, packed: 'ffffffff00', signatures: ['SIG_K1_1'], expiresAt: 1_700_000_180_000 },
}
const resume = () => resumePurchases(alice, network, 'en')

beforeEach(() => {
  localStorage.clear()
  freshLocks()
  setUser(alice)
  rememberUser(alice.accountName)
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  keepPending(pending)
})
afterEach(() => {
  clearOrders()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('sends the same bytes again, and tells that the packs are there', async () => {
  chain.settle.mockResolvedValueOnce({ transactionId: pending.transactionId, block: 4712 })
  await resume()
  expect(chain.settle).toHaveBeenCalledExactlyOnceWith(expect.anything(), pending)
  expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({ kind: 'success', text: '2 packs are yours' })
  expect(orderOf('101').phase).toMatchObject({ name: 'done', bought: { quantity: '2', deposit: '83578595318' } })
  expect([pendingOf('alice.wam'), boughtBy('alice.wam')]).toMatchObject([
    [],
    [{ transactionId: pending.transactionId }],
  ])
})

it('tells that it did not come about, and why, and keeps the basket', async () => {
  chain.settle.mockRejectedValueOnce(new WalletError('expired', 'Too late'))
  await resume()
  expect(orderOf('101')).toMatchObject({
    written: '2',
    phase: { name: 'failed', problem: { kind: 'said', title: 'It is expired' } },
  })
  expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({
    kind: 'error',
    text: 'Opening Drive: Your purchase did not come about. Nothing was paid.',
    more: 'It is expired. Too late',
  })
  expect([pendingOf('alice.wam'), boughtBy('alice.wam')]).toEqual([[], []])
})

it.each(['unclear', 'network'] as const)('keeps what it cannot find out yet, and says so: %s', async (kind) => {
  chain.settle.mockRejectedValueOnce(new WalletError(kind, 'No answer'))
  await resume()
  expect(orderOf('101').phase).toEqual({ name: 'failed', problem: { kind: 'unclear' } })
  expect(pendingOf('alice.wam')).toEqual([pending])
  chain.settle.mockResolvedValueOnce({ transactionId: pending.transactionId, block: 4712 })
  await resume()
  expect(orderOf('101').phase.name).toBe('done')
})

it('leaves it to the tab that is at it, and to its own account', async () => {
  let release = () => {}
  const held = navigator.locks.request(
    'fieldhouse.buying',
    {},
    () => new Promise<void>((resolve) => (release = resolve)),
  )
  await resume()
  expect(chain.settle).not.toHaveBeenCalled()
  release()
  await held
  await resumePurchases({ ...alice, accountName: 'bob.wam' }, network, 'en')
  expect(chain.settle).not.toHaveBeenCalled()
  expect(pendingOf('alice.wam')).toEqual([pending])
})
