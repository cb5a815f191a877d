// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { startRefresh, store } from '@fieldhouse/chain-data/host'
import { noteRecord, recordsOf, takeDamaged, tellRecord } from '@fieldhouse/chain-data/records'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, markupOf, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { look, serve } from '@fieldhouse/holdings/testing'
import { advanceLast, alice, chain, claimRow, dropRow, setUser, sign, tables, wallet } from '@fieldhouse/sale/testing'
import type { TransactionRequest } from '@fieldhouse/wallet-login'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Claims } from './Claims'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const { network } = testRoot().settings
const second = () => Math.floor(Date.now() / 1000)

const openClaim = (id: number, amount: number, changes: object = {}) => ({
  ...claimRow(amount),
  claim_id: id,
  claimed: 0,
  reason: 'night 14, top hundred',
  trx_id: '',
  ...changes,
})

const DROPS = [dropRow(), dropRow({ drop_id: 5, edition: 'basketball', name: 'Tip-Off' })]

beforeEach(() => {
  rememberUser(alice.accountName)
  setUser(alice)
})
afterEach(async () => {
  await clearShown()
  setUser(null)
  forgetUser(alice.accountName)
  localStorage.clear()
  chain.says = 'has'
})

/** Opens the window on a page that knows the drops. */
async function open(claims: object[] | (() => object[] | Response)) {
  serve([], tables({ drops: DROPS, claims }))
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  const { container } = await show(<Claims look={look} />)
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
  const says = (text: string | RegExp) => eventually(() => expect(container.textContent).toMatch(text))
  const tickets = () => [...container.querySelectorAll('form li')]
  const press = (name: string) => act(async () => button(name).click())
  return { container, button, says, tickets, press }
}

it('is written as outlines of tickets', () => {
  const markup = markupOf(<Claims look={look} />)
  expect(markup.match(/<li/g)).toHaveLength(2)
  expect(markup).not.toMatch(/ style=|<button/)
})

it('says that nothing waits, and what was collected before, without what was bought', async () => {
  const { says, container } = await open([
    claimRow(1),
    { ...claimRow(1), claim_id: 7, reason: 'night 3', trx_id: '' },
    { ...claimRow(2), claim_id: 8, reason: 'welcome', trx_id: `4f1b${'0'.repeat(56)}9a07` },
    { ...claimRow(3), claim_id: 9, claimed_at: second(), reason: 'welcome', trx_id: `4f1c${'0'.repeat(56)}9a07` },
    openClaim(3, 1, { expires_at: second() - 1 }),
  ])
  await says('The window is empty.')
  const collected = [...container.querySelectorAll('ul li')].map(({ textContent }) => textContent)
  expect(collected).toHaveLength(3)
  expect(collected[0]).toMatch(/^3 packsOpening Drivewelcome.* UTC4f1c…9a07/)
  // An older row knows when the claim was made and not when it was collected.
  expect(collected[1]).toMatch(/^2 packsOpening Drivewelcome4f1b…9a07/)
  // What no transaction of the account's made has none to read.
  expect(collected[2]).toBe('1 packOpening Drivenight 3')
})

it('shows what waits though a claim of the same number was collected on another chain', async () => {
  sign({ subject: () => ({ kind: 'claims', claimIds: ['1'], packs: 2 }) })
  for (const [key, text] of Object.entries(localStorage)) {
    localStorage.setItem(key, text.replace(network.chainId, 'another'))
  }
  const { says } = await open([openClaim(1, 2)])
  await says('Collect 2 packs')
})

it('says that the window does not answer, and asks again', async () => {
  let claims: () => object[] | Response = () => new Response('', { status: 502 })
  const { says, press } = await open(() => claims())
  await says('The window does not answer.')
  claims = () => [openClaim(1, 2)]
  await press('Try again')
  await says('2 packs Opening Drive')
})

it('is not said to be empty by claims that were read before, while they are read again and when they cannot be', async () => {
  const { says } = await open([])
  await says('The window is empty.')
  await clearShown()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const { container } = await show(<Claims look={look} />)
  expect(container.textContent).toMatch(/^Looking for packs in your name/)
  answer(new Response('', { status: 502 }))
  await eventually(() => expect(container.textContent).toMatch(/^The window does not answer\..*Try again/))
})

it('looks again when the page comes back into sight, and says nothing meanwhile but what it said', async () => {
  let claims: () => object[] | Response = () => []
  const { says, tickets, container } = await open(() => claims())
  await says('The window is empty.')
  const comeBack = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  claims = () => [openClaim(1, 2)]
  const gateway = fetch
  let answer = () => {}
  vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return gateway(...asked)
  })
  await comeBack()
  expect(container.textContent).toContain('The window is empty.')
  answer()
  await eventually(() => expect(tickets()).toHaveLength(1))
  vi.stubGlobal('fetch', gateway)
  claims = () => []
  await comeBack()
  await says('The window is empty.')
  claims = () => new Response('', { status: 502 })
  await comeBack()
  await says('The window does not answer.')
})

it('does not take for its own failure that a read was given up because somebody else has logged in', async () => {
  serve([], tables({ drops: DROPS }))
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  const asked = vi.fn(
    (_address: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  vi.stubGlobal('fetch', asked)
  const { container } = await show(<Claims look={look} />)
  const bob = { ...alice, accountName: 'bob.wam' }
  await act(async () => {
    rememberUser(bob.accountName)
    setUser(bob)
  })
  await eventually(() => expect(asked.mock.lastCall?.[0]).toContain('index=bob.wam'))
  await act(async () => {})
  expect(container.textContent).toBe('Looking for packs in your name')
})

it('has room for a claim of as many packs as a node can write', async () => {
  chain.says = 'nothing'
  const { says, press } = await open([openClaim(1, 2), { ...openClaim(2, 1), amount: '18446744073709551615' }])
  await says('2 claims, 18,446,744,073,709,551,617 packs')
  await press('Collect 18446744073709552000 packs')
  await says('Signed.')
  // What is kept of it can be read.
  expect(takeDamaged()).toBe(0)
})

it('does not look for them for ever where it cannot be read what is on sale, and asks for that again', async () => {
  store.set('rowDrops', null)
  let drops: () => object[] | Response = () => new Response('', { status: 502 })
  serve([], tables({ drops: () => drops(), claims: [openClaim(1, 2)] }))
  const stop = startRefresh(network)
  const { container } = await show(<Claims look={look} />)
  await eventually(() => expect(container.textContent).toContain('The window does not answer.'))
  stop()
  drops = () => DROPS
  await act(async () => container.querySelector('button')?.click())
  await eventually(() => expect(container.textContent).toContain('2 packs Opening Drive'))
})

it('shows each claim of the edition as a ticket with its deadline, and how many wait elsewhere', async () => {
  const { says, tickets, container } = await open([
    openClaim(1, 2),
    openClaim(4294967295, 2, { reason: '', expires_at: second() + 3600 }),
    openClaim(3, 1, { drop_id: 5 }),
  ])
  await says('2 claims, 4 packs')
  expect(tickets().map((ticket) => ticket.querySelector<HTMLElement>('[data-print]')?.dataset.print)).toEqual([
    '1',
    '1',
  ])
  const [first, last] = tickets().map(({ textContent }) => textContent)
  expect(first).toContain('No hurry')
  expect(last).toMatch(/^Collect this one: Packs for you, .*Last day/)
  expect(container.querySelector('a[href="/basketball/claims"]')?.textContent).toBe('1 claim waits on the other floor')
})

describe('collecting', () => {
  it('signs once for all that is picked, and says what is in the wallet now', async () => {
    const { says, tickets, press, container } = await open([openClaim(1, 2), openClaim(2, 1), openClaim(4, 5)])
    await says('Collect 8 packs')
    await act(async () => tickets()[1]?.querySelector('input')?.click())
    const asked: unknown[] = []
    wallet.transact.mockImplementationOnce(async (request: TransactionRequest) => {
      asked.push(...(await request.actions()))
      return sign(request)
    })
    await press('Collect 7 packs')
    await says('7 packs are yoursThey are in your wallet now. Open them on the wall of your cards.')
    expect(asked).toEqual(
      ['1', '4'].map((claim_id) => ({
        account: network.gameContract,
        name: 'claim',
        data: { claimer: alice.accountName, claim_id },
      })),
    )
    expect(document.activeElement?.textContent).toBe('7 packs are yours')
    expect(tickets()).toHaveLength(1)
    expect(container.querySelector('a[href="/football/my-cards"]')).not.toBeNull()
  })

  it('asks the wallet for nothing while nothing is picked, and not twice', async () => {
    const { says, tickets, press, button } = await open([openClaim(1, 2)])
    await says('Collect 2 packs')
    await act(async () => tickets()[0]?.querySelector('input')?.click())
    await press('Choose what to collect')
    expect(wallet.transact).not.toHaveBeenCalled()
    await act(async () => tickets()[0]?.querySelector('input')?.click())
    wallet.transact.mockImplementation(() => new Promise(() => {}))
    await press('Collect 2 packs')
    await press('Collect 2 packs')
    expect(wallet.transact).toHaveBeenCalledOnce()
    expect(button('Collect 2 packs').getAttribute('aria-disabled')).toBe('true')
    await says('Waiting for Anchor')
    wallet.transact.mockReset()
  })

  it('says of one pack that it is one', async () => {
    const { says, press } = await open([openClaim(1, 1)])
    await says('Collect 1 pack')
    await press('Collect 1 pack')
    await says('1 pack is yoursIt is in your wallet now. Open it on the wall of your cards.')
  })

  it('says plainly why not, and keeps the tickets and what is picked', async () => {
    const { says, press, tickets } = await open([openClaim(1, 2)])
    await says('Collect 2 packs')
    wallet.transact.mockRejectedValueOnce(new wallet.WalletError('chain', 'Already claimed'))
    await press('Collect 2 packs')
    await says('It is chain. Already claimed Nothing is lost: what you chose is still here.')
    expect(tickets()).toHaveLength(1)
  })

  it('says that it is not all at once after what was left out has gone, as by another device', async () => {
    const all = Array.from({ length: 23 }, (_, index) => openClaim(index + 1, 1))
    let claims = all
    const { says, tickets } = await open(() => claims)
    await says('Collect 20 packs')
    for (const place of [0, 1]) await act(async () => tickets()[place]?.querySelector('input')?.click())
    claims = all.slice(2)
    await act(() => rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 }))
    expect(tickets()).toHaveLength(21)
    await says('Collect 20 packs')
    await says('At most 20 at once')
  })

  it('says of what is not known yet that it is not known, and asks for nothing twice', async () => {
    chain.says = 'nothing'
    const { says, press, container } = await open([openClaim(1, 2)])
    await says('Collect 2 packs')
    await press('Collect 2 packs')
    await says('Signed. We do not know yet how it ends')
    expect(container.textContent).not.toContain('Nothing is lost')
    await press('Collect 2 packs')
    expect(wallet.transact).toHaveBeenCalledOnce()
    chain.says = 'has'
    await act(async () => advanceLast(alice.accountName))
    await says('2 packs are yours')
  })

  /** A window in which two packs were collected, which the rows have not any more when they are read again. */
  async function undone() {
    let claims = [openClaim(1, 2)]
    const { says, press, tickets } = await open(() => claims)
    await says('Collect 2 packs')
    await press('Collect 2 packs')
    await says('2 packs are yours')
    claims = [openClaim(1, 2, { claimed: 1, trx_id: 'ab'.repeat(32) })]
    await act(() => rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 }))
    claims = [openClaim(1, 2)]
    return { says, tickets }
  }

  it.each(['here', 'in another window, which has told it'])(
    'has what was collected wait again when the block that had it is undone, though the rows were read with it: %s',
    async (where) => {
      const { says, tickets } = await undone()
      const evidence = { name: 'rows', has: false, head: 4800, irreversible: null, areProof: true } as const
      await act(async () => {
        const { id = '' } = recordsOf(network.chainId, alice.accountName)[0] ?? {}
        noteRecord(id, evidence, Date.now())
        if (where !== 'here') tellRecord(id)
      })
      await says('The chain has replaced the block that had it.')
      expect(tickets()).toHaveLength(1)
      // It is told here: no message tells it as well.
      expect(recordsOf(network.chainId, alice.accountName)[0]).toMatchObject({ isUndone: true, isTold: true })
    },
  )

  it('has it wait again where another window has told, too, that it was undone and cannot come about any more', async () => {
    const { tickets } = await undone()
    await act(async () => {
      const [{ id = '', signed } = {}] = recordsOf(network.chainId, alice.accountName)
      const past = (signed?.expiresAt ?? 0) + 1
      noteRecord(
        id,
        { name: 'rows', has: false, head: 4800, irreversible: { block: 4800, time: past }, areProof: true },
        past,
      )
      tellRecord(id)
    })
    expect(recordsOf(network.chainId, alice.accountName)[0]).toMatchObject({ state: 'absent', isTold: true })
    await eventually(() => expect(tickets()).toHaveLength(1))
  })

  it('says that it is not known yet, and not that nothing waits, where the rows have it before that was learnt', async () => {
    chain.says = 'nothing'
    let claims = [openClaim(1, 2)]
    const { says, press, container } = await open(() => claims)
    await says('Collect 2 packs')
    await press('Collect 2 packs')
    await says('Signed. We do not know yet how it ends')
    claims = [openClaim(1, 2, { claimed: 1, trx_id: 'ab'.repeat(32) })]
    await act(() => rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 }))
    expect(container.querySelector('form')).toBeNull()
    expect(container.textContent).toMatch(/^Signed\. We do not know yet how it ends\./)
    chain.says = 'has'
    await act(async () => advanceLast(alice.accountName))
    await says('2 packs are yours')
  })

  it('says of an earlier refusal nothing any more once it was signed again', async () => {
    const waiting: ((response: Response) => void)[] = []
    const { says, press, tickets, container } = await open([openClaim(1, 2), openClaim(2, 1)])
    await says('Collect 3 packs')
    await act(async () => tickets()[1]?.querySelector('input')?.click())
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)))
    chain.says = { kind: 'chain', message: 'Paused' }
    await press('Collect 2 packs')
    chain.says = 'has'
    await press('Collect 2 packs')
    await says('2 packs are yours')
    await act(async () => waiting[0]?.(new Response('', { status: 502 })))
    await act(async () => {})
    expect(container.textContent).not.toContain('Paused')
  })

  it.each([
    ['to who has left the window while it was looked up', alice, ['It is chain. Paused']],
    ['to nobody who has logged in since', { ...alice, accountName: 'bob.wam' }, []],
  ])('tells why it was refused %s', async (_, user, told) => {
    const { says, press } = await open([openClaim(1, 2)])
    await says('Collect 2 packs')
    let answer = (_: Response) => {}
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
    chain.says = { kind: 'chain', message: 'Paused' }
    await press('Collect 2 packs')
    // Its end is told by the window: nobody else tells it.
    expect(recordsOf(network.chainId, alice.accountName)[0]).toMatchObject({ state: 'refused', isTold: true })
    await clearShown()
    setUser(user)
    answer(new Response('', { status: 502 }))
    await eventually(() => expect(wallet.explain).toHaveBeenCalled())
    await act(async () => {})
    expect(wallet.toast.mock.calls).toEqual(told.map((text) => [{ kind: 'error', text }]))
  })

  it('says so too while the window does not answer', async () => {
    chain.says = 'nothing'
    const { says, press } = await open([openClaim(1, 2)])
    await says('Collect 2 packs')
    await press('Collect 2 packs')
    await says('Signed. We do not know yet how it ends')
    await clearShown()
    store.set('availableDropsToClaim', null)
    const later = await open(() => new Response('', { status: 502 }))
    await later.says('The window does not answer.')
    await later.says('Signed. We do not know yet how it ends')
  })
})
