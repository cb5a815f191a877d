// @vitest-environment jsdom
import { forgetUser, rememberUser } from '@fieldhouse/chain-data'
import { traitsOf } from '@fieldhouse/design'
import { pressEscape, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { advanceLast, alice, chain, setUser, sign, wallet } from '@fieldhouse/sale/testing'
import type { TransactionRequest } from '@fieldhouse/wallet-login'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readWall } from '../cards/wall'
import { deck, look } from '../testing/edition'
import { assetRow, packRow, serve } from '../testing/served'
import { Stage } from './Stage'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const { network } = testRoot().settings
const onClose = vi.fn()

const pack = { name: 'Opening Drive', dropId: '1', cards: 3, least: 'rare' }
const packs = [1, 2].map((id) => ({ id: packRow(id).asset_id, ...pack }))
/** Those of the first pack, and of the second. */
const CARDS = [700001, 700002, 700003, 700004, 700005, 700006].map((template, place) =>
  assetRow(100 + place, template, 7 + place),
)
const OLD = assetRow(50, 700009)
/** The newest of what the account has. */
const LAST = OLD

let opened = 0
let isStill = false

beforeEach(() => {
  vi.useFakeTimers()
  withDialogs()
  setUser(alice)
  rememberUser(alice.accountName)
  opened = 0
  isStill = false
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
  serve(() => [...CARDS.slice(0, 3 * opened), OLD, ...[packRow(1), packRow(2)].slice(opened)])
  wallet.transact.mockImplementation(async (request: TransactionRequest) => {
    await request.actions()
    opened += 1
    return sign(request)
  })
})
afterEach(async () => {
  await clearShown()
  setUser(null)
  forgetUser(alice.accountName)
  localStorage.clear()
  chain.says = 'has'
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))

async function stage() {
  // The wall is read before a stage can be opened.
  await readWall(network, alice.accountName)
  const { container } = await show(<Stage edition={{ look, deck: deck }} packs={packs} onClose={onClose} />)
  const dialog = container.querySelector('dialog') as HTMLDialogElement
  const button = (name: string) =>
    [...dialog.querySelectorAll('button')].find(
      (found) => (found.getAttribute('aria-label') ?? found.textContent) === name,
    ) as HTMLButtonElement
  const press = async (name: string) => {
    await act(async () => button(name).click())
    await after(0)
  }
  const cards = () =>
    [...dialog.querySelectorAll('li svg[role=img]')].map((card) => card.getAttribute('aria-label') ?? '')
  const heading = () => dialog.querySelector('h2')?.textContent
  return { dialog, button, press, cards, heading }
}

const tiers = (templates: readonly number[]) => templates.map((id) => traitsOf(deck, id).tier)

it('opens the first pack with one signature, and shows its cards alone, the plainest first, turning for 2000 ms', async () => {
  const { dialog, heading, press, cards, button } = await stage()
  expect(dialog.open).toBe(true)
  expect(heading()).toBe('3 cards, face down.')
  expect(dialog.textContent).toContain('Pack 1 of 2')
  // In the wrapper that it was sold in.
  expect({ ...dialog.querySelector<HTMLElement>('[data-print]')?.dataset }).toEqual({ least: '3', print: '1' })
  await press('Tear it open')
  const [{ actions, subject }] = wallet.transact.mock.calls[0] as [TransactionRequest]
  expect(subject?.()).toEqual({ kind: 'opening', packId: packs[0]?.id, packName: pack.name, after: LAST.asset_id })
  expect(await actions()).toEqual([
    { account: network.gameContract, name: 'open', data: { owner: alice.accountName, asset_ids: [packs[0]?.id] } },
  ])
  expect(cards()).toHaveLength(3)
  expect(cards().some((label) => label.includes('copy 1 of'))).toBe(false)
  const order = [7, 8, 9].map((mint) => cards().findIndex((label) => label.includes(`copy ${mint} of`)))
  const sorted = tiers([700001, 700002, 700003])
    .map((tier, index) => [tier, order[index]] as const)
    .toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))
    .map(([tier]) => tier)
  expect(sorted).toEqual(sorted.toSorted())
  await after(1999)
  expect(button('Skip to the cards')).toBeDefined()
  await after(1)
  expect(button('Skip to the cards')).toBeUndefined()
  expect(document.activeElement?.tagName).toBe('H2')
})

it('is skipped, and shown again', async () => {
  const { press, button } = await stage()
  await press('Tear it open')
  await press('Skip to the cards')
  await press('Replay')
  expect(button('Skip to the cards')).toBeDefined()
  await after(2000)
  expect(button('Replay')).toBeDefined()
})

it('goes on to the next pack, whose cards are its own', async () => {
  const { press, heading, cards } = await stage()
  await press('Tear it open')
  await press('Skip to the cards')
  await press('Open the next pack')
  expect(heading()).toBe('3 cards, face down.')
  await press('Tear it open')
  await press('Skip to the cards')
  for (const mint of [10, 11, 12]) expect(cards().join()).toContain(`copy ${mint} of`)
  expect(cards()).toHaveLength(3)
  await press('See them in My cards')
  expect(onClose).toHaveBeenCalledOnce()
})

it('lies there at once for who wants no motion, and says how many there are', async () => {
  isStill = true
  const { press, heading, button } = await stage()
  await press('Tear it open')
  expect(heading()).toBe('3 cards are yours')
  expect(button('Skip to the cards')).toBeUndefined()
})

it('stays sealed when the wallet says no, and can be pressed again', async () => {
  const { press, dialog, cards } = await stage()
  wallet.transact.mockRejectedValueOnce(new wallet.WalletError('cancelled', 'You declined'))
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toBe(
    'It is cancelled. You declined The pack was not opened.',
  )
  await press('Tear it open')
  expect(cards()).toHaveLength(3)
})

it('signs once, however often it is pressed', async () => {
  const { press } = await stage()
  wallet.transact.mockImplementation(() => new Promise(() => {}))
  await press('Tear it open')
  await press('Tear it open')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('says that the pack is open when its cards do not come in time', async () => {
  const { press, dialog } = await stage()
  wallet.transact.mockImplementationOnce(async (request) => sign(request))
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('on their way')
  await after(120_000)
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('The pack is open')
})

it('closes by Escape', async () => {
  const { dialog } = await stage()
  await act(async () => pressEscape(dialog))
  expect(onClose).toHaveBeenCalled()
})

it('puts the focus where each pack is opened', async () => {
  const { press } = await stage()
  expect(document.activeElement?.textContent).toBe('Tear it open')
  await press('Tear it open')
  await press('Skip to the cards')
  await press('Open the next pack')
  expect(document.activeElement?.textContent).toBe('Tear it open')
})

it('says that it is not known yet, never that the pack is sealed, until the chain has said what became of it', async () => {
  chain.says = 'nothing'
  const { press, dialog, button, cards } = await stage()
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('Signed. The chain is opening it…')
  expect(dialog.textContent).not.toContain('sealed')
  await press('Tear it open')
  expect(wallet.transact).toHaveBeenCalledOnce()
  expect(button('Tear it open').getAttribute('aria-disabled')).toBe('true')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await after(0)
  expect(cards()).toHaveLength(3)
})

it('asks once for a pack whose stage was closed while it is on its way', async () => {
  chain.says = 'nothing'
  const first = await stage()
  await first.press('Tear it open')
  await clearShown()
  const { press, dialog } = await stage()
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('Signed. The chain is opening it…')
  await press('Tear it open')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('is sealed again when the chain says no, in its words', async () => {
  chain.says = { kind: 'chain', message: 'Not your pack' }
  const { press, dialog } = await stage()
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('It is chain. Not your pack The pack was not opened.')
})
