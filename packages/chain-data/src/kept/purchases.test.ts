// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import {
  type Asked,
  askedOf,
  boughtBy,
  forgetAsked,
  keepAsked,
  keepPacks,
  keepPartner,
  keepPending,
  keptBasket,
  type Pending,
  pendingOf,
  settlePending,
  subscribeToBought,
} from './purchases'

const purchase: Pending = {
  transactionId: 'ab'.repeat(32),
  ...{ buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  at: 1_700_000_000_000,
  ...{ packed: 'ffffffff00', signatures: ['SIG_K1_1'], expiresAt: 1_700_000_180_000 },
}
const { packed: _, signatures: __, expiresAt: ___, ...made } = purchase

/** The modules as a page that is loaded anew has them. */
const reloaded = async () => {
  vi.resetModules()
  return import('./purchases')
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

it('keeps the basket and the code over a reload, and forgets what is emptied', async () => {
  keepPacks('101', '3')
  keepPacks('102', '1')
  keepPartner('buzzer')
  const page = await reloaded()
  expect(page.keptBasket()).toEqual({ packs: { 101: '3', 102: '1' }, partner: 'buzzer' })
  page.keepPacks('101', '')
  page.keepPartner('')
  expect(keptBasket()).toEqual({ packs: { 102: '1' }, partner: '' })
})

it('keeps a purchase that was signed with its bytes until its outcome is known, for its account alone', async () => {
  keepPending(purchase)
  keepPacks('101', '2')
  keepPacks('102', '1')
  const page = await reloaded()
  expect(page.pendingOf('alice.wam')).toEqual([purchase])
  expect(page.pendingOf('bob.wam')).toEqual([])
  page.settlePending(purchase.transactionId, made)
  expect([page.pendingOf('alice.wam'), page.boughtBy('alice.wam'), page.boughtBy('bob.wam')]).toEqual([[], [made], []])
  // The basket became what was bought.
  expect(keptBasket().packs).toEqual({ 102: '1' })
})

it('keeps what a wallet is asked for until its answer is known, the last of each account', async () => {
  const { transactionId: _, ...order } = made
  const asked: Asked = { ...order, request: '' }
  keepAsked({ ...asked, dropId: '102' })
  keepAsked(asked)
  keepAsked({ ...asked, buyer: 'bob.wam' })
  const page = await reloaded()
  page.keepAsked({ ...asked, request: 'esr:of-what' })
  expect([askedOf('alice.wam'), askedOf('bob.wam')?.buyer]).toEqual([{ ...asked, request: 'esr:of-what' }, 'bob.wam'])
  page.forgetAsked('alice.wam')
  expect([askedOf('alice.wam'), askedOf('bob.wam')?.buyer]).toEqual([null, 'bob.wam'])
  forgetAsked('bob.wam')
  expect(page.askedOf('bob.wam')).toBeNull()
})

it('has nothing bought of one that did not come about', () => {
  keepPending(purchase)
  settlePending(purchase.transactionId, null)
  expect([pendingOf('alice.wam'), boughtBy('alice.wam')]).toEqual([[], []])
})

it('leaves alone what a newer release has written, and works without it', async () => {
  const newer = JSON.stringify({ version: 2, value: { of: 'another shape' } })
  for (const key of ['fieldhouse.basket', 'fieldhouse.pending', 'fieldhouse.bought']) localStorage.setItem(key, newer)
  const page = await reloaded()
  expect([page.keptBasket(), page.pendingOf('alice.wam'), page.boughtBy('alice.wam')]).toEqual([
    { packs: {}, partner: '' },
    [],
    [],
  ])
  page.keepPacks('101', '3')
  page.keepPending(purchase)
  expect([page.keptBasket().packs, page.pendingOf('alice.wam')]).toEqual([{ 101: '3' }, [purchase]])
  page.settlePending(purchase.transactionId, made)
  expect(page.boughtBy('alice.wam')).toEqual([made])
  for (const key of ['fieldhouse.basket', 'fieldhouse.pending', 'fieldhouse.bought'])
    expect(localStorage.getItem(key)).toBe(newer)
})

it.each(['', 'no JSON', '5', 'null', '{"version":1}', '{"version":1,"value":[{"packed":"zz"},7]}', '{"version":"1"}'])(
  'takes damage for nothing, and writes over it: %s',
  async (damaged) => {
    for (const key of ['fieldhouse.basket', 'fieldhouse.pending']) localStorage.setItem(key, damaged)
    const page = await reloaded()
    expect([page.keptBasket(), page.pendingOf('alice.wam')]).toEqual([{ packs: {}, partner: '' }, []])
    page.keepPacks('101', '3')
    expect(JSON.parse(localStorage.getItem('fieldhouse.basket') ?? '')).toEqual({
      version: 1,
      value: { packs: { 101: '3' }, partner: '' },
    })
  },
)

it('lasts as long as the page where the browser refuses storage', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const page = await reloaded()
  page.keepPacks('101', '3')
  page.keepPending(purchase)
  expect([page.keptBasket().packs, page.pendingOf('alice.wam')]).toEqual([{ 101: '3' }, [purchase]])
})

it('keeps a bounded number, the newest', () => {
  for (let count = 0; count < 250; count += 1) {
    const transactionId = String(count).padStart(64, '0')
    keepPending({ ...purchase, transactionId })
    settlePending(transactionId, { ...made, transactionId })
    keepPacks(String(count), '2')
  }
  const bought = boughtBy('alice.wam')
  expect([bought.length, Number(bought[0]?.transactionId), Object.keys(keptBasket().packs).length]).toEqual([
    200, 249, 40,
  ])
})

it('says when another tab has bought, and not of other keys', () => {
  const heard = vi.fn()
  const stop = subscribeToBought(heard)
  dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.basket' }))
  expect(heard).not.toHaveBeenCalled()
  dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.bought' }))
  dispatchEvent(new StorageEvent('storage', { key: null }))
  stop()
  dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.bought' }))
  expect(heard).toHaveBeenCalledTimes(2)
})
