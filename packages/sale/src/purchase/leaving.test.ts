// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alice, chain, chainId, setUser, sign } from '../testing/fake-wallet'
import { guardLeaving } from './leaving'
import { clearOrders, endPress, press } from './orders'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

const busy = (step: 'preparing' | 'wallet' | 'sending') => {
  if (step !== 'sending') return press('101', step, 1n, alice.accountName)
  endPress('101', null, '')
  sign({ subject: () => ({ kind: 'purchase', dropId: '101', dropName: '', quantity: '1', deposit: '1' }) })
}

let stop = () => {}
const guard = (answer = false) => {
  const ask = vi.spyOn(window, 'confirm').mockReset().mockReturnValue(answer)
  stop = guardLeaving(chainId, alice.accountName, '')
  return ask
}
/** Whether the tab would be closed without a question. */
const closes = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
/** Whether a click on a link gets to what listens for it in the page. */
const follows = (changes: Partial<HTMLAnchorElement> = {}, init: MouseEventInit = {}) => {
  const link = Object.assign(document.createElement('a'), { href: '/football/blog', ...changes })
  document.body.append(link)
  const heard = vi.fn((event: Event) => event.preventDefault())
  link.addEventListener('click', heard)
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...init }))
  return heard.mock.calls.length === 1
}

beforeEach(() => {
  localStorage.clear()
  setUser({ ...alice, wallet: 'wax' })
  chain.says = 'nothing'
})
afterEach(() => {
  localStorage.clear()
  clearOrders()
  stop()
  document.body.replaceChildren()
})

it('asks nothing before a wallet is asked, nor after it has ended', () => {
  const ask = guard()
  busy('preparing')
  expect([closes(), follows()]).toEqual([true, true])
  busy('wallet')
  endPress('101', null, '')
  expect([closes(), follows(), ask.mock.calls.length]).toEqual([true, true, 0])
})

it.each(['wallet', 'sending'] as const)('asks before the page is left: %s', (step) => {
  const ask = guard()
  busy(step)
  expect([closes(), follows(), ask.mock.calls.length]).toEqual([false, false, 1])
})

/** What was heard of the history: first by whoever asks, then by what shows pages. */
let arrivals = 0
const shows = vi.fn()
window.addEventListener('popstate', () => arrivals++, true)
window.addEventListener('popstate', shows)

/** Goes through the history, as the browser's buttons do, and waits for so many arrivals at an entry. */
async function goes(delta: number, expected = 1): Promise<void> {
  arrivals = 0
  shows.mockClear()
  window.history.go(delta)
  await vi.waitUntil(() => arrivals === expected)
}
/** A page with two behind it and one before it. */
async function visited(): Promise<void> {
  for (const [entry, path] of ['/', '/football', '/football/drops/101', '/football/faq'].entries())
    window.history[entry === 0 ? 'replaceState' : 'pushState']({ fieldhouse: 10 * entry }, '', path)
  await goes(-1)
}

it.each([
  [-1, 2],
  [-2, 3],
  [1, 2],
])('brings back who stays, by %d in the history, and no other page is shown', async (delta, expected) => {
  await visited()
  const ask = guard()
  busy('wallet')
  for (const times of [1, 2]) {
    await goes(delta, expected)
    expect([location.pathname, window.history.state]).toEqual(['/football/drops/101', { fieldhouse: 20 }])
    expect([ask.mock.calls.length, shows.mock.calls.length]).toEqual([times, 0])
  }
})

it('lets go back who says so, and asks once', async () => {
  await visited()
  const ask = guard(true)
  busy('wallet')
  for (const path of ['/football', '/']) {
    await goes(-1)
    expect([location.pathname, shows.mock.calls.length]).toEqual([path, 1])
  }
  expect([closes(), ask.mock.calls.length]).toEqual([true, 1])
})

it('lets go back to another place of the page', async () => {
  await visited()
  window.history.pushState({ fieldhouse: 50 }, '', '#inside')
  const ask = guard()
  busy('wallet')
  await goes(-1)
  expect([location.hash, shows.mock.calls.length, ask.mock.calls.length]).toEqual(['', 1, 0])
})

it('lets go who says so, and asks once', () => {
  const ask = guard(true)
  busy('wallet')
  expect([follows(), closes(), ask.mock.calls.length]).toEqual([true, true, 1])
})

it('asks who has let go nothing on the pages after it either, until there is another purchase', () => {
  const ask = guard(true)
  busy('wallet')
  expect([follows(), follows()]).toEqual([true, true])
  busy('wallet')
  expect([closes(), follows(), ask.mock.calls.length]).toEqual([true, true, 1])
  endPress('101', null, '')
  ask.mockReturnValue(false)
  busy('wallet')
  expect([closes(), follows(), ask.mock.calls.length]).toEqual([false, false, 2])
})

it('does not ask of a wallet that the page itself goes to, until it has signed', () => {
  setUser(alice)
  guard()
  busy('wallet')
  expect([closes(), follows()]).toEqual([true, false])
  busy('sending')
  expect(closes()).toBe(false)
})

it.each<[string, Partial<HTMLAnchorElement>, MouseEventInit]>([
  ['a wallet', { href: 'esr://request' }, {}],
  ['another tab', { target: '_blank' }, {}],
  ['another tab by a key', {}, { ctrlKey: true }],
  ['a download', { download: 'first-snap.ics' }, {}],
  ['a place in the page', { href: '#inside' }, {}],
])('does not ask of a link to %s', (_, link, init) => {
  const ask = guard()
  busy('wallet')
  expect([follows(link, init), ask.mock.calls.length]).toEqual([true, 0])
})

it('asks on once the wallet has answered, until nothing is on its way any more', () => {
  guard()
  busy('sending')
  stop()
  expect([closes(), follows()]).toEqual([false, false])
  localStorage.clear()
  clearOrders()
  expect([closes(), follows()]).toEqual([true, true])
})
