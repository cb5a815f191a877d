import type { TransactionRecord } from '@fieldhouse/chain-data/records'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accepted,
  executed,
  type fakeChain,
  ID,
  keep,
  kept,
  LOCATION,
  lost,
  NOW,
  refusal,
  signed,
  signedRecord,
  soldOut,
  status,
} from '../../testing/chain'
import { pass, setUpRecordsPage, toasts } from '../../testing/clock'
import { fakeWallet, openPage, record } from '../../testing/page'

const wallets = vi.hoisted(() => ({ collect: vi.fn(), loadWallet: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => ({ ...((await original()) as object), ...wallets }))

let chain: ReturnType<typeof fakeChain>
/** Whether the visitor looks at another page. */
let hide: (hidden: boolean) => void

/** What the pages of earlier tests listen to is none of a later one's. */
const listened: (() => void)[] = []
const watchListeners = (target: EventTarget) => {
  const add = target.addEventListener.bind(target)
  vi.spyOn(target, 'addEventListener').mockImplementation((...given) => {
    listened.push(() => target.removeEventListener(...given))
    add(...given)
  })
}

beforeEach(() => {
  ;({ chain, hide } = setUpRecordsPage())
  watchListeners(window)
  watchListeners(document)
  wallets.loadWallet.mockImplementation(async (name) => fakeWallet(name))
})
afterEach(() => {
  for (const remove of listened.splice(0)) remove()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** All toasts so far, which go after 5 s. */
let said = ''
const hear = async (milliseconds: number) => {
  for (let waited = 0; waited < milliseconds; waited += 2000) {
    await pass(2000)
    if (!said.includes(toasts())) said += toasts()
  }
  return said
}

/** Any page of the site, once its visitor has given a sign. */
async function open(account = 'alice.wam', wallet: 'anchor' | 'wombat' = 'anchor') {
  said = ''
  const { walletOf } = await import('@fieldhouse/wallets')
  localStorage.setItem(walletOf(wallet).record, record(account, wallet))
  const page = await openPage({ path: '/football/faq' })
  await import('./follow')
  await act(async () => void (await page.startUi()))
  return page
}
const MINUTES = 60_000

describe('what was signed on a page that is gone', () => {
  it('is sent on any page, and told once the rows have it, and final once the irreversible chain has', async () => {
    keep(signedRecord())
    chain.rows = true
    await open()
    expect(await hear(2000)).toContain('2 packs are yours')
    expect([toasts().includes('Opening Drive'), chain.pushed]).toEqual([true, ['ff00']])
    expect(kept()).toMatchObject({ state: 'seen', block: 1001, isTold: true })
    chain.irreversible = { block: 1001, time: NOW }
    await pass(10_000)
    expect(kept()).toMatchObject({ state: 'final', signed: { packed: '', signatures: [] } })
    await hear(MINUTES)
    expect([said.match(/yours/g)?.length, chain.pushed.length]).toEqual([1, 1])
  })

  it('waits in the line, which tells where it stands, and nothing is read of the chain meanwhile', async () => {
    keep(signedRecord())
    chain.push = accepted
    await open()
    await pass(0)
    expect(kept()).toMatchObject({ state: 'sent', location: LOCATION, line: { place: 312, from: 312, of: 1840 } })
    const place = 100
    chain.status = () => status({ state: 'queued', place, of: 1840 }, `"${place}"`)
    await pass(2000)
    expect(kept()?.line).toMatchObject({ place: 100, from: 312 })
    expect(chain.asked.filter((path) => path.includes('claims') || path.includes('get_info')).length).toBeLessThan(3)
    chain.rows = true
    chain.status = () => status({ state: 'landed', block: 1001, claim: chain.claim }, '"landed"')
    expect(await hear(20_000)).toContain('2 packs are yours')
    expect([kept()?.state, chain.pushed.length]).toEqual(['seen', 1])
  })

  it('is not followed by another account', async () => {
    keep(signedRecord())
    await open('bob.wam')
    await pass(MINUTES)
    expect([chain.pushed, toasts(), kept()?.state]).toEqual([[], '', 'signed'])
  })

  it('is refused by the first answer', async () => {
    keep(signedRecord())
    chain.push = soldOut
    await open()
    expect(await hear(2000)).toContain('Sold out')
    expect(kept()).toMatchObject({ state: 'refused', problem: { kind: 'chain' }, signed: { packed: '' } })
  })
})

describe('an answer that was lost', () => {
  const open11 = signedRecord({ state: 'sent', sentAt: NOW - 14 * MINUTES, isUnanswered: true })
  const expired = { ...signed, expiresAt: NOW - 11 * MINUTES }
  const restarted = refusal(3040005, 'expired_tx_exception', 'expired transaction')

  it.each([
    ['landed', true, '2 packs are yours', 'final'],
    ['never came about', false, 'Your purchase did not go through. Nothing was paid.', 'absent'],
  ])(
    '11 minutes past the expiration, of one that %s: what the chain has is told, and nothing is sent',
    async (_, has, words, state) => {
      keep({ ...open11, signed: expired })
      chain.push = restarted
      chain.rows = has
      chain.irreversible = { block: 1000, time: NOW - 3000 }
      chain.head = 1000
      await open()
      expect(await hear(20_000)).toContain(words)
      expect([chain.pushed, kept()?.state]).toEqual([[], state])
    },
  )

  it('is not said to be refused by a gateway that was restarted, nor sent past the expiration', async () => {
    keep(signedRecord())
    chain.push = lost
    await open()
    await pass(1000)
    chain.push = soldOut
    expect(await hear(4 * MINUTES)).toBe('')
    expect(kept()).toMatchObject({ state: 'sent', isOpen: true })
    const { length } = chain.pushed
    expect([length > 3, length < 40, new Set(chain.pushed).size]).toEqual([true, true, 1])
    await pass(2 * MINUTES)
    expect(chain.pushed).toHaveLength(length)
    chain.irreversible = { block: 1000, time: NOW + 181_000 }
    expect(await hear(20_000)).toContain('Your purchase did not go through')
  })

  it('is said to be refused by a gateway that knows of all that it sent', async () => {
    keep(signedRecord())
    chain.push = lost
    await open()
    const error = { code: 3050003, name: 'x', what: '', details: [{ message: 'Sold out' }] }
    chain.push = accepted
    chain.status = () => status({ state: 'refused', error, knows_since: NOW - MINUTES }, '"2"')
    expect(await hear(6000)).toContain('Sold out')
    expect(kept()?.state).toBe('refused')
  })

  it('of a line that another process has forgotten is sent to that one, and the rows tell', async () => {
    keep(signedRecord({ state: 'sent', sentAt: NOW, location: LOCATION }))
    chain.status = () => Response.json({ state: 'unknown' }, { status: 404 })
    chain.push = executed
    await open()
    await pass(2000)
    expect([chain.pushed.length > 0, kept()?.isOpen]).toEqual([true, true])
    chain.rows = true
    expect(await hear(20_000)).toContain('2 packs are yours')
  })
})

it('is absent when a node has said that it carried it out, and forwarded nothing', async () => {
  keep(signedRecord())
  await open()
  expect(await hear(4 * MINUTES)).toBe('')
  expect([kept()?.state, new Set(chain.pushed)]).toEqual(['sent', new Set(['ff00'])])
  const { length } = chain.pushed
  chain.irreversible = { block: 1000, time: NOW + 181_000 }
  expect(await hear(20_000)).toContain('Your purchase did not go through. Nothing was paid.')
  expect([kept()?.state, chain.pushed.length]).toEqual(['absent', length])
})

describe('what was told', () => {
  it('is taken back when its block is undone, and the same bytes are sent before they expire', async () => {
    keep(signedRecord())
    chain.rows = true
    await open()
    expect(await hear(2000)).toContain('2 packs are yours')
    Object.assign(chain, { rows: false, head: 1002 })
    expect(await hear(10_000)).toContain('Opening Drive: The chain took it back')
    expect(chain.pushed.length).toBeGreaterThan(1)
    said = ''
    Object.assign(chain, { rows: true, head: 1010 })
    expect(await hear(30_000)).toContain('2 packs are yours')
    expect(new Set(chain.pushed)).toEqual(new Set(['ff00']))
  })

  it('is not taken back by one node that hides it', async () => {
    keep(signedRecord({ state: 'seen', block: 1001, isTold: true }))
    Object.assign(chain, { rows: false, rowsOfTwo: true })
    await open()
    expect(await hear(MINUTES)).toBe('')
    expect([kept()?.state, chain.pushed]).toEqual(['seen', []])
  })
})

describe('another tab', () => {
  const tell = (value: TransactionRecord) =>
    act(async () => {
      keep(value)
      dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.record.1' }))
    })

  it('that settles it is believed: nothing more is sent here', async () => {
    keep(signedRecord())
    chain.push = lost
    await open()
    await pass(1000)
    const { length } = chain.pushed
    await tell(signedRecord({ state: 'final', isTold: true }))
    expect(await hear(MINUTES)).toBe('')
    expect(chain.pushed).toHaveLength(length)
  })

  it('that has it signed is followed by this one, too', async () => {
    await open()
    const { followRecords } = await import('./follow')
    followRecords()
    chain.rows = true
    await tell(signedRecord())
    await pass(100)
    expect([chain.pushed, kept()?.state]).toEqual([['ff00'], 'seen'])
  })

  it('of an earlier host that keeps what it has sent has it followed here', async () => {
    keep(signedRecord({ id: '2', state: 'seen', block: 5, isTold: true }))
    await open()
    await pass(100)
    const pending = { ...signed, buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '3' }
    const value = [{ ...pending, deposit: '5', at: NOW }]
    localStorage.setItem('fieldhouse.pending', JSON.stringify({ version: 1, value }))
    chain.rows = true
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.pending' })))
    expect(await hear(4000)).toContain('3 packs are yours')
    expect([kept(ID)?.state, localStorage.getItem('fieldhouse.pending')]).toEqual(['seen', null])
  })
})

describe('a page that was gone before its wallet had answered', () => {
  const asked = (request: string) => signedRecord({ state: 'asked', request, signed: null })

  it('has what the wallet signed meanwhile sent', async () => {
    keep(asked('esr:of-what'))
    wallets.collect.mockResolvedValueOnce(signed)
    chain.rows = true
    await open()
    expect(await hear(4000)).toContain('2 packs are yours')
    expect(wallets.collect.mock.calls.map(([, , user, request]) => [user.wallet, request])).toEqual([
      ['anchor', 'esr:of-what'],
    ])
    expect(chain.pushed).toEqual(['ff00'])
  })

  it('says what the wallet still has when it has not answered yet', async () => {
    let answer: (value: typeof signed) => void = () => {}
    keep(asked('esr:of-what'))
    wallets.collect.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    chain.rows = true
    await open()
    expect(await hear(4000)).toContain('Opening Drive: Your wallet still has your request')
    answer(signed)
    expect(await hear(4000)).toContain('2 packs are yours')
  })

  it('says that nothing was paid when the wallet can tell nobody any more, and says it once', async () => {
    keep(asked(''))
    await open()
    await hear(MINUTES)
    expect(said.match(/Opening Drive: The page was left too early/g)).toHaveLength(1)
    expect([said.includes('nothing was paid'), kept()?.state]).toEqual([true, 'refused'])
    expect([wallets.collect.mock.calls, chain.pushed]).toEqual([[], []])
  })

  it.each(['cancelled', 'expired'] as const)('says why nothing came of it: %s', async (kind) => {
    keep(asked('esr:of-what'))
    const { explain, WalletError } = await import('@fieldhouse/wallets')
    const error = new WalletError(kind, 'Too late')
    wallets.collect.mockRejectedValueOnce(error)
    await open()
    expect(await hear(4000)).toContain(`Opening Drive: ${explain(error, 'en').title}`)
    expect([kept()?.state, chain.pushed]).toEqual(['refused', []])
  })

  it('says that its request is closed when the account uses another wallet by now', async () => {
    keep(asked('esr:of-what'))
    const { collect } = await vi.importActual<typeof import('@fieldhouse/wallets')>('@fieldhouse/wallets')
    wallets.collect.mockImplementationOnce(collect)
    await open('alice.wam', 'wombat')
    expect(await hear(4000)).toContain('Opening Drive: Request closed')
    expect(said).toContain(
      'You use another wallet now, and it cannot answer this request. Nothing was sent and nothing',
    )
    expect([kept()?.state, chain.pushed]).toEqual(['refused', []])
  })

  it('is asked for again when the wallet could not be reached', async () => {
    keep(asked('esr:of-what'))
    const { WalletError } = await import('@fieldhouse/wallets')
    wallets.collect.mockRejectedValueOnce(new WalletError('network', 'No answer')).mockResolvedValueOnce(signed)
    chain.rows = true
    await open()
    expect(await hear(6000)).toContain('2 packs are yours')
    expect(wallets.collect).toHaveBeenCalledTimes(2)
  })

  it.each(['', 'esr:of-what'])('leaves the answer to the tab that still waits for it: %j', async (request) => {
    const { holdPurchases } = await import('@fieldhouse/chain-data/records')
    const holding = holdPurchases()
    await pass(1000)
    const release = await holding
    keep(asked(request))
    await open()
    await pass(MINUTES)
    expect([wallets.collect.mock.calls, toasts(), kept()?.state]).toEqual([[], '', 'asked'])
    release?.()
    wallets.collect.mockResolvedValue(signed)
    await pass(MINUTES)
    expect(kept()?.state).not.toBe('asked')
  })
})

describe('an end', () => {
  it('that the page has shown itself is told by no toast', async () => {
    keep(signedRecord())
    chain.rows = true
    await open()
    await pass(900)
    const { tellRecord } = await import('@fieldhouse/chain-data/records')
    tellRecord('1')
    expect(await hear(10_000)).toBe('')
  })

  it('that nobody has seen is told on the next page', async () => {
    keep(signedRecord({ state: 'refused', problem: { kind: 'chain', message: 'Sold out', detail: 'Sold out' } }))
    await open()
    expect(await hear(4000)).toContain('Sold out')
    expect(kept()?.isTold).toBe(true)
  })

  it('waits for who looks at another page', async () => {
    keep(signedRecord())
    chain.rows = true
    await open()
    await pass(500)
    await act(async () => hide(true))
    expect(await hear(MINUTES)).toBe('')
    await act(async () => hide(false))
    expect(await hear(4000)).toContain('2 packs are yours')
  })

  it.each<[string, Partial<TransactionRecord>, string]>([
    [
      'an opening',
      { subject: { kind: 'opening', packId: '5', packName: 'Opening Drive', after: '4' } },
      'Your pack is open',
    ],
    ['claims', { subject: { kind: 'claims', claimIds: ['1'], packs: 3 } }, '3 packs collected'],
  ])('of %s is told in its own words', async (_, changes, words) => {
    keep(signedRecord({ ...changes, state: 'seen', block: 1001 }))
    chain.rows = true
    await open()
    expect(await hear(4000)).toContain(words)
  })
})

it('is not followed while nobody looks, and goes on when somebody does', async () => {
  keep(signedRecord())
  hide(true)
  await open()
  await pass(MINUTES)
  expect(chain.pushed).toEqual([])
  chain.rows = true
  await act(async () => hide(false))
  expect(await hear(4000)).toContain('2 packs are yours')
})

it('says that what was kept is damaged, and neither that it was paid nor that it was not', async () => {
  localStorage.setItem('fieldhouse.record.1', '{"version":1,"value":{"state":"sent"')
  await open()
  await hear(4000)
  expect(said).toContain('We cannot read what was kept of a purchase')
  expect(said).not.toMatch(/paid|yours/)
  expect(localStorage.getItem('fieldhouse.record.1')).toBeNull()
})

it('reads nothing for what has ended and was told', async () => {
  keep(signedRecord({ state: 'final', isTold: true }))
  await open()
  await pass(MINUTES)
  expect(chain.asked.filter((path) => path.includes('get_info'))).toEqual([])
})

it('erases what has ended when its account logs out, and follows no more', async () => {
  keep(signedRecord())
  keep(signedRecord({ id: '2', state: 'final', isTold: true }))
  keep(signedRecord({ id: '3', state: 'final', isTold: true, account: 'bob.wam' }))
  chain.push = lost
  const { logout, reload } = await open()
  await pass(1000)
  const { length } = chain.pushed
  await act(async () => {
    const left = logout()
    await vi.advanceTimersByTimeAsync(3000)
    await left
  })
  expect([kept()?.state, kept('2'), kept('3')?.state, reload.mock.calls.length]).toEqual(['sent', null, 'final', 1])
  await pass(MINUTES)
  expect([length > 0, chain.pushed.length]).toEqual([true, length])
})
