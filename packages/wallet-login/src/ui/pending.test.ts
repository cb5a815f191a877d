import { keepPending, type Pending, pendingOf } from '@fieldhouse/chain-data/purchase'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually'
import { newDocument, openPage, record } from '../testing/page'

const chain = vi.hoisted(() => ({ settle: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => ({ ...((await original()) as object), settle: chain.settle }))

const pending: Pending = {
  transactionId: 'ab'.repeat(32),
  ...{ buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  ...{ at: 1_700_000_000_000, packed: 'ffffffff00', signatures: ['SIG_K1_1'], expiresAt: 1_700_000_180_000 },
}

beforeEach(() => {
  newDocument()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  keepPending(pending)
})
afterEach(() => {
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
