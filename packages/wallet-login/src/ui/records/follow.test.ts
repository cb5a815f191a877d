import type { TransactionRecord } from '@fieldhouse/chain-data/records'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accepted,
  type fakeChain,
  ID,
  keep,
  kept,
  LOCATION,
  lost,
  NOW,
  signed,
  signedRecord,
  soldOut,
  status,
} from '../../testing/chain'
import { askElsewhere, pass, setUpRecordsPage, toasts } from '../../testing/clock'
import { fakeWallet, openPage, record } from '../../testing/page'

const wallets = vi.hoisted(() => ({ collect: vi.fn(), loadWallet: vi.fn() }))
vi.mock('@fieldhouse/wallets', async (original) => ({ ...((await original()) as object), ...wallets }))

let chain: ReturnType<typeof fakeChain>
/** Whether the visitor looks at another page. */
let hide: (hidden: boolean) => void

beforeEach(() => {
  ;({ chain, hide } = setUpRecordsPage())
  wallets.loadWallet.mockImplementation(async (name) => fakeWallet(name))
})
afterEach(() => {
  vi.useRealTimers()
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
})

describe('an answer that was lost', () => {
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
})

describe('another tab', () => {
  const tell = (value: TransactionRecord) =>
    act(async () => {
      keep(value)
      dispatchEvent(new StorageEvent('storage', { key: 'fieldhouse.record.1' }))
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

  describe('while its wallet is asked for the answer', () => {
    /** Who is logged in by now, as a page hears it that the browser had set aside: of nothing in between. */
    const logIn = (account: string, wallet: 'anchor' | 'wombat') =>
      act(async () => {
        localStorage.removeItem('Anchor')
        localStorage.setItem({ anchor: 'Anchor', wombat: 'Wombat' }[wallet], record(account, wallet))
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      })

    beforeEach(() => {
      keep(asked('esr:of-what'))
      wallets.collect.mockImplementation(
        (_context, _wallet, _user, _request, signal: AbortSignal) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      )
    })

    it('is closed when the account has another wallet by now', async () => {
      await open()
      await pass(1000)
      const { collect } = await vi.importActual<typeof import('@fieldhouse/wallets')>('@fieldhouse/wallets')
      wallets.collect.mockImplementation(collect)
      await logIn('alice.wam', 'wombat')
      expect(await hear(4000)).toContain('Opening Drive: Request closed')
      expect(kept()?.state).toBe('refused')
    })

    it('is told to nobody else who logs in', async () => {
      await open()
      await pass(1000)
      await logIn('bob.wam', 'anchor')
      expect(await hear(10_000)).toBe('')
      expect(kept()?.state).toBe('asked')
    })
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
    const end = askElsewhere()
    keep(asked(request))
    await open()
    await pass(MINUTES)
    expect([wallets.collect.mock.calls, toasts(), kept()?.state]).toEqual([[], '', 'asked'])
    end()
    wallets.collect.mockResolvedValue(signed)
    await pass(MINUTES)
    expect(kept()?.state).not.toBe('asked')
  })
})

it('of another chain is not followed, and nothing is said of how it ended', async () => {
  keep(signedRecord({ chainId: 'ff', state: 'sent', isOpen: true }))
  chain.irreversible = { block: 1000, time: NOW + 181_000 }
  await open()
  expect(await hear(4 * MINUTES)).toBe('')
  expect([kept()?.state, chain.pushed]).toEqual(['sent', []])
})

it('that was taken back is not said to be made by a gateway that has not learnt that yet', async () => {
  keep(signedRecord({ state: 'sent', isUndone: true, isOpen: true, isTold: true }))
  chain.push = accepted
  chain.status = () => status({ state: 'landed', block: 1001, claim: chain.claim }, '"landed"')
  await open()
  expect(await hear(10_000)).toBe('')
  expect(kept()).toMatchObject({ state: 'sent', isUndone: true })
  chain.rows = true
  expect(await hear(20_000)).toContain('2 packs are yours')
})

it('whose block is undone has the balance and what was bought read again', async () => {
  keep(signedRecord({ state: 'seen', block: 1001, isTold: true }))
  chain.rows = true
  await open()
  await pass(10_000)
  const read = () => chain.asked.filter((path) => path.endsWith('/rows/accounts')).length
  const before = read()
  expect(kept()?.state).toBe('seen')
  Object.assign(chain, { rows: false, head: 1002 })
  await pass(30_000)
  expect(kept()).toMatchObject({ isUndone: true })
  expect(read()).toBeGreaterThan(before)
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
