// @vitest-environment jsdom
import { forgetUser, rememberUser } from '@fieldhouse/chain-data'
import { type Evidence, noteRecord, recordsOf } from '@fieldhouse/chain-data/records'
import { eventually, show as showAround, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, inRoot, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { readWall } from '@fieldhouse/holdings'
import { assetRow, deck, look, openedRow, packRow, serve } from '@fieldhouse/holdings/testing'
import { advanceLast, alice, chain, setUser, sign, tables, wallet } from '@fieldhouse/sale/testing'
import type { TransactionRequest } from '@fieldhouse/wallet-login'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenPacks } from './OpenPacks'
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
})

const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))

/** A stage over a page, by its path. */
async function stage(path = '/football/my-cards') {
  // The wall is read before a stage can be opened.
  await readWall(network, alice.accountName)
  const { container } = await showAround(
    <Stage edition={{ look, deck }} packs={packs} onClose={onClose} />,
    'en',
    (element) => inRoot(element, testRoot('en', { path })),
  )
  return stageIn(container)
}

/** A stage on which the first pack was torn open, and what was pressed after that. */
async function torn(...presses: string[]) {
  const opened = await stage()
  for (const name of ['Tear it open', ...presses]) await opened.press(name)
  return opened
}

/** The button that asks the wallet at once, with the stage's code already here. */
async function opener() {
  await readWall(network, alice.accountName)
  const { container } = await show(<OpenPacks edition={{ look, deck }} packs={packs} name="Open it now" isAtOnce />)
  const button = container.querySelector('button') as HTMLButtonElement
  await act(async () => button.focus())
  await vi.dynamicImportSettled()
  const press = (within = () => {}) =>
    act(async () => {
      button.click()
      within()
    })
  return { container, press }
}

function stageIn(container: HTMLElement) {
  const dialog = container.querySelector('dialog') as HTMLDialogElement
  const button = (name: string) =>
    [...dialog.querySelectorAll('button')].find(
      (found) => (found.getAttribute('aria-label') ?? found.textContent) === name,
    ) as HTMLButtonElement
  const press = async (name: string) => {
    await act(async () => button(name).click())
    await after(0)
  }
  /** What stands there: one card, or all of them. */
  const cards = () => [...dialog.querySelectorAll('svg[role=img]')].map((card) => card.getAttribute('aria-label') ?? '')
  const heading = () => dialog.querySelector('h2')?.textContent
  const key = (name: string) =>
    act(async () =>
      dialog.querySelector('h2')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
    )
  return { dialog, button, press, cards, heading, key }
}

const tierOf = (label: string) =>
  ['Walk-on', 'Starter', 'Captain', 'Marquee', 'Rafters'].findIndex((tier) => label.startsWith(tier))
const copyOf = (label: string) => Number(/copy (\d+)/.exec(label)?.[1])

it('opens the first pack with one signature, and its first card stands there within 2000 ms, the plainest first', async () => {
  const { dialog, heading, press, cards } = await stage()
  expect(dialog.open).toBe(true)
  expect(heading()).toBe('3 cards face down')
  expect(dialog.textContent).toContain('Pack 1 of 2')
  // In the wrapper that it was sold in.
  expect({ ...dialog.querySelector<HTMLElement>('[data-print]')?.dataset }).toEqual({ least: '3', print: '1' })
  await press('Tear it open')
  const [{ actions, subject }] = wallet.transact.mock.calls[0] as [TransactionRequest]
  expect(subject?.()).toEqual({ kind: 'opening', packId: packs[0]?.id, packName: pack.name, after: LAST.asset_id })
  expect(await actions()).toEqual([
    { account: network.gameContract, name: 'open', data: { owner: alice.accountName, asset_ids: [packs[0]?.id] } },
  ])
  expect(cards()).toEqual([])
  await after(2000)
  const seen: string[] = []
  for (const name of ['Next card', 'Next card', 'See all three']) {
    expect(cards()).toHaveLength(1)
    seen.push(...cards())
    await press(name)
  }
  expect(seen.map(tierOf)).toEqual(seen.map(tierOf).toSorted())
  expect(seen.map(copyOf).toSorted()).toEqual([7, 8, 9])
  expect(cards()).toEqual(seen)
})

it('says of no card that it is copy 0, as the index has it until the block of the opening is final', async () => {
  const unnumbered = CARDS.map((card) => ({ ...card, template_mint: '0' }))
  serve(() => [...unnumbered.slice(0, 3 * opened), OLD, ...[packRow(1), packRow(2)].slice(opened)])
  const { press, cards, heading } = await torn()
  await after(2000)
  await press('Skip to the cards')
  expect(cards().map((label) => /copy (.*) of/.exec(label)?.[1])).toEqual(['—', '—', '—'])
  expect(heading()).toMatch(/, one of [\d,]+ $/)
})

it('asks the wallet within the press that opens packs, for the first pack alone', async () => {
  const opened = await opener()
  // The wallet's window is no longer allowed once the press is over.
  await opened.press(() => expect(wallet.transact).toHaveBeenCalledOnce())
  await after(2000)
  const { press, heading } = stageIn(opened.container)
  await press('Skip to the cards')
  await press('Open another')
  expect(heading()).toBe('3 cards face down')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('is led through by arrow keys, and the button that has the focus stays the same', async () => {
  const { dialog, key, cards } = await torn()
  await key('ArrowRight')
  const first = cards()
  const focused = document.activeElement
  expect(focused?.textContent).toBe('Next card')
  await key('ArrowRight')
  expect(dialog.textContent).toContain('Card 2 of 3')
  expect(document.activeElement).toBe(focused)
  await key('ArrowLeft')
  expect(cards()).toEqual(first)
  for (let presses = 0; presses < 3; presses++) await key('ArrowRight')
  expect(cards()).toHaveLength(3)
  expect(document.activeElement?.tagName).toBe('H2')
})

it('tells who cannot see them of each card, in a place that stays, and of the first with the button that has the focus', async () => {
  const { dialog, press, heading } = await torn()
  await after(2000)
  const described = document.activeElement?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(heading())
  const place = dialog.querySelector('[aria-live]')
  const first = place?.textContent
  await press('Next card')
  expect(dialog.querySelector('[aria-live]')).toBe(place)
  expect(place?.textContent).not.toBe(first)
  expect(place?.textContent).toContain(dialog.querySelector('h2')?.textContent)
})

it('says what becomes of it to who cannot see it, in places that stay', async () => {
  chain.says = 'nothing'
  const { dialog, press } = await stage()
  const [status, yours] = dialog.querySelectorAll('[role=status]')
  await press('Tear it open')
  expect(status?.textContent).toBe('Signed. The chain is opening it…')
  chain.says = { kind: 'chain', message: 'Not your pack' }
  await act(async () => advanceLast(alice.accountName))
  await after(1000)
  expect(status?.textContent).toBe('It is chain. Not your pack The pack was not opened.')
  chain.says = 'has'
  await press('Tear it open')
  await after(2000)
  expect(yours?.textContent).toBe('3 cards are yours')
  expect(dialog.contains(yours ?? null)).toBe(true)
})

it('is led back by a mouse that is drawn to the right over the card, and on by keys after that', async () => {
  const { press, key, dialog, cards } = await torn()
  await after(2000)
  const first = cards()
  await press('Next card')
  const draw = (type: string, clientX: number) =>
    act(async () =>
      dialog.querySelector('svg[role=img]')?.dispatchEvent(new MouseEvent(type, { clientX, detail: 1, bubbles: true })),
    )
  await draw('pointerdown', 100)
  await draw('pointerup', 300)
  await draw('click', 300)
  await after(0)
  expect(cards()).toEqual(first)
  // By Enter, which is a click without a pointer.
  await press('Next card')
  expect(dialog.textContent).toContain('Card 2 of 3')
  await key('ArrowLeft')
  for (const type of ['pointerdown', 'pointerup', 'click']) await draw(type, 100)
  await after(0)
  expect(dialog.textContent).toContain('Card 2 of 3')
})

it('is skipped at any moment, and shown again', async () => {
  const { press, cards } = await torn('Skip to the cards')
  expect(cards()).toHaveLength(3)
  await press('Replay')
  expect(cards()).toHaveLength(0)
  await after(2000)
  expect(cards()).toHaveLength(1)
  await press('Skip to the cards')
  expect(cards()).toHaveLength(3)
})

it('waits for nothing when it is shown again, and leaves the focus at what skips it', async () => {
  const { press, dialog, button } = await torn('Skip to the cards')
  await act(async () => button('Replay').focus())
  await press('Replay')
  expect(dialog.textContent).not.toContain('on their way')
  expect(document.activeElement).toBe(button('Skip to the cards'))
})

it('says whose the best card is, of two of a tier the one of the lower serial', async () => {
  const { heading, cards } = await torn('Skip to the cards')
  const best = cards().at(-1) ?? ''
  expect(heading()?.replaceAll(/\s+/g, ' ')).toContain(`${copyOf(best)} of `)
  expect(best).toContain(
    heading()
      ?.split(/ (Walk-on|Starter|Captain|Marquee|Rafters)/)[0]
      ?.trim(),
  )
})

it('goes on to the next pack, whose cards are its own, and after the last to the packs on sale', async () => {
  const { press, heading, cards, dialog } = await torn('Skip to the cards', 'Open another')
  expect(heading()).toBe('3 cards face down')
  await press('Tear it open')
  await press('Skip to the cards')
  expect(cards().map(copyOf).toSorted()).toEqual([10, 11, 12])
  expect(dialog.querySelector('a')?.getAttribute('href')).toBe('/football#packs')
  await press('See them in My cards')
  expect(onClose).toHaveBeenCalledOnce()
})

it('leads to My cards from where the packs were bought, and to the packs on sale of the page below it', async () => {
  const { press, dialog } = await stage('/football')
  for (const name of ['Tear it open', 'Skip to the cards', 'Open another', 'Tear it open', 'Skip to the cards'])
    await press(name)
  const links = [...dialog.querySelectorAll('a')]
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Get another', '/football#packs'],
    ['See them in My cards', '/football/my-cards'],
  ])
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => links[0]?.click())
  expect(onClose).toHaveBeenCalledOnce()
})

it('shows the first card at once to who wants no motion, and says how many there are', async () => {
  isStill = true
  const { dialog, cards } = await torn()
  expect(cards()).toHaveLength(1)
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('3 cards are yours')
})

it('is silent until the sound is switched on, and remembers it', async () => {
  const vibrate = vi.fn()
  Object.assign(navigator, { vibrate })
  const { press, button } = await stage()
  expect(button('Sound').getAttribute('aria-pressed')).toBe('false')
  await press('Tear it open')
  await press('Skip to the cards')
  expect(vibrate).not.toHaveBeenCalled()
  await press('Sound')
  expect(vibrate).toHaveBeenCalledOnce()
  await clearShown()
  const again = await stage()
  expect(again.button('Sound').getAttribute('aria-pressed')).toBe('true')
  // Where the browser keeps nothing, too.
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused')
  })
  vibrate.mockClear()
  for (const times of [0, 1]) {
    await again.press('Sound')
    expect(vibrate).toHaveBeenCalledTimes(times)
  }
})

it('shows the cards where the browser makes no sound, as of a device that has lost its audio', async () => {
  localStorage.setItem('fh-stage-sound', 'on')
  const make = vi.fn(() => {
    throw new DOMException('no device', 'NotSupportedError')
  })
  vi.stubGlobal('AudioContext', make)
  const { cards } = await torn()
  await after(2000)
  expect([make.mock.calls.length > 0, cards().length]).toEqual([true, 1])
})

it('says that the picture to share did not load, and loads it at the next press where the browser does', async () => {
  vi.doMock('./share/SharePull', () => {
    throw new Error('lost')
  })
  const { press, dialog } = await torn('Skip to the cards', 'Share this pull')
  // Most browsers never ask again for what failed once, and no other page has this pull: nothing is advised.
  const text = 'The picture did not load. Your cards are on your wall all the same.'
  await eventually(() => expect(wallet.toast).toHaveBeenCalledWith({ kind: 'error', text }))
  vi.doUnmock('./share/SharePull')
  await press('Share this pull')
  await eventually(() => expect(dialog.querySelector('svg[viewBox="0 0 1200 630"]')).not.toBeNull())
})

it('names nobody on the picture that is shared, unless they choose it', async () => {
  const { press, dialog } = await torn('Skip to the cards', 'Share this pull')
  await eventually(() => expect(dialog.querySelector('svg[viewBox="0 0 1200 630"]')).not.toBeNull())
  const picture = () => dialog.querySelector('svg[viewBox="0 0 1200 630"]')?.textContent
  expect(picture()).not.toContain(alice.accountName)
  await act(async () => dialog.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  expect(picture()).toContain(alice.accountName)
  await press('Back')
  expect(document.activeElement).toBe(dialog.querySelector('h2'))
})

it('stays sealed when the wallet says no or what signs did not load, and can be pressed again', async () => {
  const { press, dialog, cards } = await stage()
  wallet.transact.mockRejectedValueOnce(new wallet.WalletError('cancelled', 'You declined'))
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toBe(
    'It is cancelled. You declined The pack was not opened.',
  )
  // The code that signs has the words, too.
  wallet.transact.mockRejectedValueOnce(new wallet.WalletError('network', 'It could not be loaded'))
  wallet.explain.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toBe(
    'The part of the page that signs did not load. Load the page again. The pack was not opened.',
  )
  await press('Tear it open')
  await after(2000)
  expect(cards()).toHaveLength(1)
})

it('takes an Enter that is held for no other press than that which opened the stage', async () => {
  const { button } = await stage()
  const enter = (repeat: boolean) =>
    button('Tear it open').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
    )
  // What a browser presses the button by.
  expect([enter(true), enter(false)]).toEqual([false, true])
})

it('signs once, however often it is pressed', async () => {
  const { press } = await stage()
  wallet.transact.mockImplementation(() => new Promise(() => {}))
  await press('Tear it open')
  await press('Tear it open')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it.each([
  ['on the stage', () => stage().then(({ press }) => press('Tear it open'))],
  ['by the button that asks at once', () => opener().then(({ press }) => press())],
])('asks for a pack %s though one of its number was opened on another chain', async (_, press) => {
  sign({ subject: () => ({ kind: 'opening', packId: packs[0]?.id ?? '', packName: pack.name, after: '1' }) })
  for (const [key, text] of Object.entries(localStorage)) {
    localStorage.setItem(key, text.replace(network.chainId, 'another'))
  }
  await press()
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('says that the pack is open when its cards do not come in time', async () => {
  const { press, dialog, cards } = await stage()
  wallet.transact.mockImplementationOnce(async (request) => sign(request))
  await press('Tear it open')
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('on their way')
  await after(120_000)
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('The pack is open')
  opened = 1
  await after(30_000)
  await after(2000)
  expect(cards()).toHaveLength(1)
})

/** Serves what the account has once its first pack was opened in block 4711: so many of its cards, and others. */
const serveOpened = (count: number, others: object[]) => {
  const own = CARDS.slice(0, count).map((card) => ({ ...card, minted_at_block: '4711' }))
  const all = () => (opened === 0 ? [OLD, packRow(1)] : [...own, ...others, OLD])
  serve(all, tables(), {}, [{ ...openedRow(1, Date.now(), 4711), burned_by_account: alice.accountName }])
}

it.each([
  ['bought or sent before it was opened', 3, 60, '4000'],
  ['of a pack opened in the block before', 3, 60, '4710'],
  ['of a pack opened after it in the same block', 3, 110, '4711'],
  ['of a pack opened later', 3, 110, '4712'],
  ['of a pack opened later, when one of its own is sold by then', 2, 110, '4712'],
])('deals no card as out of the pack that is %s', async (_, count, id, minted_at_block) => {
  serveOpened(
    count,
    [1, 2, 3].map((place) => assetRow(id + place, 700007, 40 + place, { minted_at_block })),
  )
  const { cards } = await torn('Skip to the cards')
  expect(cards().map(copyOf).toSorted()).toEqual([7, 8, 9].slice(0, count))
})

it('waits for the cards of the pack while there are others', async () => {
  const other = assetRow(60, 700007, 40, { minted_at_block: '4000' })
  let came: object[] = []
  serve(() => (opened === 0 ? [OLD, packRow(1)] : [...came, other, OLD]), tables(), {}, [
    openedRow(1, Date.now(), 4711),
  ])
  const { press, cards, dialog } = await torn()
  await after(2000)
  expect([cards(), dialog.textContent?.includes('yours')]).toEqual([[], false])
  came = CARDS.slice(0, 3).map((card) => ({ ...card, minted_at_block: '4711' }))
  await after(10_000)
  await press('Skip to the cards')
  expect(cards().map(copyOf).toSorted()).toEqual([7, 8, 9])
})

it('shows the cards of a pack that another device has opened, which the chain refuses to do again', async () => {
  chain.says = { kind: 'chain', message: 'No such pack' }
  serveOpened(3, [])
  const { dialog, cards } = await torn()
  expect(dialog.textContent).not.toContain('The pack was not opened.')
  await after(2000)
  expect([cards().length, dialog.textContent?.includes('3 cards are yours')]).toEqual([1, true])
})

it('deals nothing while the index does not know that the pack is burned', async () => {
  let sealed = [packRow(1)]
  const mine = CARDS.slice(0, 3)
  serve(() => (opened === 0 ? [OLD, packRow(1)] : [...mine, OLD, ...sealed]), tables(), {}, [
    openedRow(1, Date.now(), 4711),
  ])
  const { cards, dialog } = await torn()
  await after(2000)
  expect([cards(), dialog.textContent?.includes('yours')]).toEqual([[], false])
  sealed = []
  await after(10_000)
  await after(2000)
  expect(cards()).toHaveLength(1)
})

it('shows the cards of a pack whose opening is seen and final at once', async () => {
  chain.says = 'nothing'
  const { cards } = await torn()
  chain.says = 'has'
  await act(async () => {
    advanceLast(alice.accountName)
    const { id = '', block = 0 } = recordsOf(network.chainId, alice.accountName)[0] ?? {}
    const irreversible = { block, time: Date.now() }
    noteRecord(id, { name: 'rows', has: true, head: block, irreversible, areProof: false }, Date.now())
  })
  expect(recordsOf(network.chainId, alice.accountName)[0]?.state).toBe('final')
  await after(2000)
  expect(cards()).toHaveLength(1)
})

it.each([
  ['one card', []],
  ['all cards', ['Skip to the cards']],
])('takes back what its block is undone of, and deals it again once the chain has it again: %s', async (_, presses) => {
  const { press, dialog, cards } = await torn()
  await after(2000)
  for (const name of presses) await press(name)
  const rows = { name: 'rows', has: false, head: 4713, irreversible: null, areProof: true } as const
  await act(async () => void noteRecord(recordsOf(network.chainId, alice.accountName)[0]?.id ?? '', rows, Date.now()))
  await after(0)
  expect([cards(), dialog.textContent?.includes('yours')]).toEqual([[], false])
  expect(dialog.querySelector('[role=status]')?.textContent).toContain('has replaced the block that opened it')
  await act(async () => advanceLast(alice.accountName))
  await after(0)
  await after(2000)
  expect(cards()).toHaveLength(1)
})

it('puts the focus where each pack is opened', async () => {
  const { press } = await stage()
  expect(document.activeElement?.textContent).toBe('Tear it open')
  await press('Tear it open')
  await press('Skip to the cards')
  await press('Open another')
  expect(document.activeElement?.textContent).toBe('Tear it open')
})

it('says that it is not known yet, never that the pack is sealed, until the chain has said what became of it', async () => {
  chain.says = 'nothing'
  const { dialog, button, cards } = await torn()
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('Signed. The chain is opening it…')
  expect(dialog.textContent).not.toMatch(/sealed|yours/)
  expect(button('Tear it open')).toBeUndefined()
  await after(10_000)
  expect(dialog.textContent).toContain('Slow tonight. The chain has not answered yet.')
  expect(dialog.textContent).not.toContain('yours')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await after(2000)
  expect(cards()).toHaveLength(1)
})

it('says of what waits in line that it waits, not that the chain is opening it or has not answered', async () => {
  chain.says = 'nothing'
  const { dialog } = await torn()
  const learn = (evidence: Evidence) =>
    act(async () => {
      noteRecord(recordsOf(network.chainId, alice.accountName)[0]?.id ?? '', evidence, Date.now())
    })
  await learn({ name: 'queued', line: { place: 7, of: 20, sendsAt: Date.now() + 60_000, isMoving: true } })
  await after(11_000)
  expect(dialog.textContent).toContain('Signed. It waits in line to be sent to the chain…')
  expect(dialog.textContent).not.toMatch(/is opening it|has not answered/)
  await learn({ name: 'out' })
  await after(0)
  expect(dialog.textContent).toContain('Signed. The chain is opening it…You can close this')
  await after(10_000)
  expect(dialog.textContent).toContain('The chain has not answered yet.')
})

it('asks once for a pack whose stage was closed while it is on its way', async () => {
  chain.says = 'nothing'
  const first = await stage()
  await first.press('Tear it open')
  await clearShown()
  const { dialog, button } = await stage()
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('Signed. The chain is opening it…')
  expect(button('Tear it open')).toBeUndefined()
  await clearShown()
  // Nor does the button that asks at once, in this tab or another one.
  const { press, container } = await opener()
  await press()
  expect(stageIn(container).dialog.querySelector('[role=status]')?.textContent).toBe('Signed. The chain is opening it…')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('asks the wallet for nothing where the chain has opened the pack, though the index still lists it sealed', async () => {
  wallet.transact.mockImplementation(async (request: TransactionRequest) => sign(request))
  const first = await stage()
  await first.press('Tear it open')
  await clearShown()
  const { press, container } = await opener()
  await press()
  await after(0)
  expect(wallet.transact).toHaveBeenCalledOnce()
  expect(stageIn(container).dialog.querySelector('[role=status]')?.textContent).toContain('on their way')
})
