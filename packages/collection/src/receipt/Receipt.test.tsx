// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { type Evidence, noteRecord, recordsOf } from '@fieldhouse/chain-data/records'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { type Assets, deck, look, packRow, serve } from '@fieldhouse/holdings/testing'
import { alice, claimRow, dropRow, setUser, sign, tables } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { momentOf } from './moment'
import { Receipt } from './Receipt'

const toast = vi.hoisted(() => vi.fn())
vi.mock('@fieldhouse/wallet-login', () => ({
  useUser: () => ({ accountName: 'alice.wam', wallet: 'wax' }),
  toast,
  warmUp: () => {},
}))

const { network } = testRoot().settings
const ID = `4f1c${'0'.repeat(56)}9a07`

afterEach(async () => {
  await clearShown()
  forgetUser('alice.wam')
  localStorage.clear()
  history.replaceState(null, '', '/')
})

const row = {
  ...claimRow(2),
  claim_id: 1,
  trx_id: ID,
  paid: '833.00000000 WAX',
  created_at: Date.UTC(2026, 10, 23, 14, 0, 31) / 1000,
}

async function open(assets: Assets, claims: object[] | (() => object[] | Response), id = ID) {
  history.replaceState(null, '', `/football/my-cards/receipt?transaction=${id}`)
  const asked = serve(assets, tables({ drops: [dropRow()], claims }))
  rememberUser('alice.wam')
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  const { container } = await show(<Receipt look={look} deck={deck} />)
  const says = (text: string | RegExp) => eventually(() => expect(container.textContent).toMatch(text))
  return { container, says, asked }
}

it('says what the chain has of the purchase, after a reload too, and opens what is still sealed', async () => {
  const { container, says } = await open([packRow(1, { drop_id: '101' }), packRow(2, { drop_id: '102' })], [row])
  await says('2 packs are yours')
  await says('Paid833.00 WAX')
  await says(/When.*23 Nov 2026/)
  expect(container.querySelector('time')?.dateTime).toBe('2026-11-23T14:00:31.000Z')
  await says('4f1c…9a07')
  await says('Open it now')
  expect(container.querySelectorAll('[data-print]')).toHaveLength(2)
})

it('says each time that the transaction is copied', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
  const { container, says } = await open([], [row])
  await says('4f1c…9a07')
  const copy = () => [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Copy')
  for (const times of [1, 2]) {
    copy()?.click()
    await eventually(() => expect(toast).toHaveBeenCalledTimes(times))
  }
  expect(toast).toHaveBeenLastCalledWith({ kind: 'success', text: 'Copied' })
  expect(writeText).toHaveBeenLastCalledWith(ID)
})

it('leads to the cards of packs that are open', async () => {
  const { says } = await open([], [row])
  await says('See them in My cards')
})

it('shows nothing of what another account bought, and asks again', async () => {
  const { container, says } = await open([], [row], 'ab'.repeat(32).replace('a', 'c'))
  await says('alice.wam has no purchase at this address.')
  expect(container.textContent).not.toContain('833')
})

it('says that it could not be read', async () => {
  const { says } = await open([], () => new Response('', { status: 503 }))
  await says('What you bought stays on the chain.')
})

it('denies no purchase by claims that were read before, while they are read again and when they cannot be', async () => {
  const { says } = await open([], [])
  await says('No receipt')
  await clearShown()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { container } = await show(<Receipt look={look} deck={deck} />)
  expect(container.textContent).toBe('Looking up your receipt…')
  answer(new Response('', { status: 503 }))
  await eventually(() => expect(container.textContent).toContain('It cannot be read right now.'))
})

it('denies no purchase that the chain is known to have, and asks for rows of its block', async () => {
  setUser(alice)
  sign({ subject: () => ({ kind: 'purchase', dropId: '101', dropName: '', quantity: '2', deposit: '5' }) })
  const [{ id = '', signed, block } = {}] = recordsOf(network.chainId, alice.accountName)
  const { transactionId = '' } = signed ?? {}
  let claims: object[] = []
  const { container, says, asked } = await open([], () => claims, transactionId)
  await says('What you bought stays on the chain.')
  expect(container.textContent).not.toContain('has no purchase')
  expect(asked.filter((address) => address.includes(`min_block=${block}`))).not.toEqual([])
  const rows = { name: 'rows', has: false, head: 4800, irreversible: null, areProof: true } as const
  await act(async () => void noteRecord(id, rows, Date.now()))
  claims = [{ ...row, trx_id: transactionId }]
  await act(async () => void noteRecord(id, { ...rows, has: true }, Date.now()))
  await says('2 packs are yours')
})

it('takes back a purchase whose block is undone, until the chain has it again or never will', async () => {
  setUser(alice)
  sign({ subject: () => ({ kind: 'purchase', dropId: '101', dropName: '', quantity: '2', deposit: '5' }) })
  const [{ id = '', signed } = {}] = recordsOf(network.chainId, alice.accountName)
  const { transactionId = '', expiresAt = 0 } = signed ?? {}
  const has = { name: 'rows', has: true, head: 4800, irreversible: null, areProof: false } as const
  const hasNot = { ...has, has: false, areProof: true }
  const learn = (evidence: Evidence, now = Date.now()) => act(async () => void noteRecord(id, evidence, now))
  let claims = [{ ...row, trx_id: transactionId }]
  const { container, says } = await open([], () => claims, transactionId)
  await says('2 packs are yours')
  const before = claims
  claims = []
  await learn(hasNot)
  expect(container.textContent).toBe('Looking up your receipt…')
  claims = before
  await act(() => rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 }))
  await learn(has)
  await says('2 packs are yours')
  claims = []
  const late = expiresAt + 1
  await learn({ ...hasNot, irreversible: { block: 4800, time: late } }, late)
  await says('No receipt')
})

it.each([
  ['en', 'Mon, 23 Nov 2026, 15:00:31'],
  ['es', 'lun, 23 nov 2026, 15:00:31'],
] as const)('writes a moment to the second with its place: %s', (language, text) => {
  expect(momentOf(Date.UTC(2026, 10, 23, 14, 0, 31), language, 'Europe/Madrid')).toEqual({ text, place: 'Madrid' })
})

it('takes an address without a transaction for none, whatever claims have none', async () => {
  const { says } = await open([], [{ ...row, trx_id: '', reason: 'welcome' }], '')
  await says('No receipt')
})
