import {
  askedOf,
  holdPurchases,
  keepAsked,
  keepPending,
  type Pending,
  pendingOf,
} from '@fieldhouse/chain-data/purchase'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually'
import { fakeWallet, newDocument, openPage, record } from '../testing/page'

const chain = vi.hoisted(() => ({ settle: vi.fn(), collect: vi.fn(), loadWallet: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => ({ ...((await original()) as object), ...chain }))

const pending: Pending = {
  transactionId: 'ab'.repeat(32),
  ...{ buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  ...{ at: 1_700_000_000_000, packed: 'ffffffff00', signatures: ['SIG_K1_1'], expiresAt: 1_700_000_180_000 },
}

const { transactionId, packed, signatures, expiresAt, ...order } = pending
const signed = { transactionId, packed, signatures, expiresAt }

beforeEach(() => {
  newDocument()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  chain.loadWallet.mockImplementation(async (name) => fakeWallet(name))
  keepPending(pending)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Any page of the site, once its visitor has given a sign. */
async function open(account = 'alice.wam') {
  localStorage.setItem('Anchor', record(account, 'anchor'))
  const page = await openPage({ path: '/football/faq' })
  await act(async () => void (await page.startUi()))
  return page
}
/** An answer that comes when the test says so. */
const late = () => {
  let resolve: (answer: typeof signed) => void = () => {}
  const promise = new Promise<typeof signed>((answered) => {
    resolve = answered
  })
  return { promise, resolve }
}
/** What waits for nothing has been done. */
const turn = () => act(() => new Promise((resolve) => setTimeout(resolve)))
const toasts = () => document.querySelector('section[aria-label]')?.textContent ?? ''

it('tells on any page that what was signed has come about', async () => {
  chain.settle.mockResolvedValueOnce({ transactionId: pending.transactionId, block: 4712 })
  await open()
  await eventually(() => expect(toasts()).toContain('2 packs are yours'))
  expect(toasts()).toContain('Opening Drive')
  expect(chain.settle).toHaveBeenCalledExactlyOnceWith(expect.anything(), pending)
  expect(pendingOf('alice.wam')).toEqual([])
})

it.each([
  ['expired', 'Opening Drive: Your purchase did not come about. Nothing was paid.', 0],
  ['unclear', 'Opening Drive: We do not know yet how your purchase ended', 1],
])('tells that it is %s', async (kind, text, kept) => {
  chain.settle.mockImplementationOnce(async () => {
    const { WalletError } = await import('@fieldhouse/wallets')
    throw new WalletError(kind as 'expired', 'Too late')
  })
  await open()
  await eventually(() => expect(toasts()).toContain(text))
  expect(pendingOf('alice.wam')).toHaveLength(kept)
})

it('leaves it to a page that buys, and to its own account', async () => {
  const buying = document.body.appendChild(document.createElement('section'))
  buying.dataset.buys = ''
  await open()
  await vi.dynamicImportSettled()
  newDocument()
  keepPending(pending)
  await open('bob.wam')
  await vi.dynamicImportSettled()
  expect(chain.settle).not.toHaveBeenCalled()
  expect(pendingOf('alice.wam')).toEqual([pending])
})

describe('a page that was gone before its wallet had answered', () => {
  beforeEach(() => localStorage.clear())

  it('sends what the wallet signed meanwhile, whatever page takes its answer, and shows it where it is sold', async () => {
    const heard = vi.fn()
    addEventListener('storage', heard)
    document.body.appendChild(document.createElement('section')).dataset.buys = ''
    keepAsked({ ...order, request: 'esr:of-what' })
    chain.collect.mockResolvedValueOnce(signed)
    chain.settle.mockResolvedValueOnce({ transactionId, block: 4712 })
    await open()
    await eventually(() => expect(toasts()).toContain('2 packs are yours'))
    expect(chain.collect.mock.calls[0]?.slice(2)).toEqual([
      expect.objectContaining({ wallet: 'anchor' }),
      'esr:of-what',
    ])
    expect(chain.settle).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.objectContaining(signed))
    expect([askedOf('alice.wam'), pendingOf('alice.wam')]).toEqual([null, []])
    await eventually(() => expect(heard).toHaveBeenCalled())
    removeEventListener('storage', heard)
  })

  it('says what the wallet still has when it has not answered yet', async () => {
    const answer = late()
    keepAsked({ ...order, request: 'esr:of-what' })
    chain.collect.mockReturnValueOnce(answer.promise)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open()
    await vi.waitUntil(() => chain.collect.mock.calls.length === 1)
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    await eventually(() => expect(toasts()).toContain('Opening Drive: Your wallet still has your purchase'))
    chain.settle.mockResolvedValueOnce({ transactionId, block: 4712 })
    answer.resolve(signed)
    await eventually(() => expect(toasts()).toContain('2 packs are yours'))
  })

  it('says that nothing was paid when the wallet can tell nobody any more, and says it once', async () => {
    keepAsked({ ...order, request: '' })
    await open()
    await eventually(() =>
      expect(toasts()).toContain('The page was left before your wallet answered. Nothing was paid.'),
    )
    expect([askedOf('alice.wam'), chain.collect.mock.calls, chain.settle.mock.calls]).toEqual([null, [], []])
  })

  it.each(['cancelled', 'expired'] as const)('says that nothing was paid: %s', async (kind) => {
    keepAsked({ ...order, request: 'esr:of-what' })
    const { WalletError } = await import('@fieldhouse/wallets')
    chain.collect.mockRejectedValueOnce(new WalletError(kind, 'Too late'))
    await open()
    await eventually(() => expect(toasts()).toContain('Your purchase did not come about. Nothing was paid.'))
    expect([askedOf('alice.wam'), chain.settle.mock.calls]).toEqual([null, []])
  })

  it('is asked again with the next page when the wallet cannot be reached', async () => {
    keepAsked({ ...order, request: 'esr:of-what' })
    const { WalletError } = await import('@fieldhouse/wallets')
    chain.collect.mockRejectedValueOnce(new WalletError('network', 'No answer'))
    await open()
    await eventually(() => expect(chain.collect).toHaveBeenCalledOnce())
    await turn()
    expect([askedOf('alice.wam')?.request, toasts()]).toEqual(['esr:of-what', ''])
  })

  it('sends nothing that another purchase has taken the place of', async () => {
    const answer = late()
    keepAsked({ ...order, request: 'esr:of-what' })
    chain.collect.mockReturnValueOnce(answer.promise)
    await open()
    await eventually(() => expect(chain.collect).toHaveBeenCalledOnce())
    keepAsked({ ...order, request: 'esr:of-more' })
    const released = vi.spyOn(Storage.prototype, 'removeItem')
    answer.resolve(signed)
    await eventually(() => expect(released).toHaveBeenCalledWith('fieldhouse.buying'))
    await turn()
    released.mockRestore()
    expect([chain.settle.mock.calls, askedOf('alice.wam')?.request]).toEqual([[], 'esr:of-more'])
  })

  it('leaves the answer to the tab that still waits for it', async () => {
    const release = await holdPurchases()
    keepAsked({ ...order, request: 'esr:of-what' })
    await open()
    await vi.dynamicImportSettled()
    await turn()
    release?.()
    expect([chain.collect.mock.calls, askedOf('alice.wam')?.request]).toEqual([[], 'esr:of-what'])
  })
})
