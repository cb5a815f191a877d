// @vitest-environment jsdom
import { keepRecord, noteRecord, type TransactionRecord } from '@fieldhouse/chain-data/records'
import { describeKept } from '@fieldhouse/contract/browser'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Kept } from './islands/Kept'

const account = vi.hoisted(() => ({ user: null as { accountName: string } | null }))
vi.mock('@fieldhouse/wallet-login', () => ({ useUser: () => account.user }))

const ASKED: TransactionRecord = {
  ...{
    id: '1',
    chainId: testRoot().settings.network.chainId,
    account: 'alice.wam',
    at: 1,
    state: 'asked',
    request: '',
    signed: null,
  },
  subject: { kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '1', deposit: '100' },
  ...{ sentAt: 0, lastSentAt: 0, isUnanswered: false, isOpen: false, location: '', line: null, block: 0 },
  ...{ isUndone: false, problem: null, isTold: false },
}

afterEach(async () => {
  await clearShown()
  account.user = null
  localStorage.clear()
})

it('names the pages that can be read by their titles, without the name of the site that all of them have', async () => {
  const title = `Cards | odds · ${testRoot().settings.product}`
  const headers = new Headers()
  describeKept(headers, { title, at: Date.UTC(2026, 10, 27, 14), lineup: {}, files: [] })
  const keys = async () => [{ url: `${location.origin}/football/cards` }]
  vi.stubGlobal('caches', { open: async () => ({ keys, match: async () => new Response('', { headers }) }) })
  const { container } = await show(<Kept />)
  await eventually(() =>
    expect(container.querySelector('a')?.textContent).toBe('Cards | odds, as of 27 Nov 2026, 14:00 UTC'),
  )
})

it.each([
  [[], 'You have nothing on its way'],
  // A wallet on another device, or in another tab, may sign all the same.
  [['asked'], 'Your wallet has been asked to sign'],
  [['asked', 'signed'], 'You have signed'],
  [['asked', 'declined'], 'You have nothing on its way'],
])('says of what was begun, %j, what is known of it: %s', async (states, said) => {
  account.user = { accountName: 'alice.wam' }
  if (states.includes('asked')) keepRecord(ASKED)
  const signed = { transactionId: 'ab'.repeat(32), packed: 'ff', signatures: ['SIG_K1_1'], expiresAt: 9_000_000 }
  if (states.includes('signed')) noteRecord('1', { name: 'signed', signed }, 2)
  const problem = { kind: 'cancelled', message: '', detail: '' }
  if (states.includes('declined')) noteRecord('1', { name: 'declined', problem }, 2)
  const { container } = await show(<Kept />)
  expect(container.querySelector('[role=status]')?.textContent).toContain(said)
})

it('does not say that nothing was bought once a purchase was made', async () => {
  account.user = { accountName: 'alice.wam' }
  const { container } = await show(<Kept />)
  const said = () => container.querySelector('[role=status]')?.textContent
  const signed = { transactionId: 'ab'.repeat(32), packed: '', signatures: [], expiresAt: 9_000_000 }
  await act(async () => keepRecord({ ...ASKED, state: 'final', signed, isTold: true }))
  expect(said()).toBe('You have nothing on its way, and nothing was lost.')
})

it('promises nothing of what was signed for another chain, and does not say that nothing was bought', async () => {
  account.user = { accountName: 'alice.wam' }
  const signed = { transactionId: 'ab'.repeat(32), packed: 'ff', signatures: ['SIG_K1_1'], expiresAt: 9_000_000 }
  keepRecord({ ...ASKED, chainId: 'ff', state: 'signed', signed })
  const { container } = await show(<Kept />)
  expect(container.querySelector('[role=status]')?.textContent).toContain('We cannot read what was kept')
})

// The first: where the browser had no room for what became of it.
it.each(['', '{"version":9}'])('says of what it cannot read, %j, where to look', async (text) => {
  account.user = { accountName: 'alice.wam' }
  localStorage.setItem('fieldhouse.record.2', text)
  const { container } = await show(<Kept />)
  expect(container.querySelector('[role=status]')?.textContent).toContain('We cannot read what was kept')
})
