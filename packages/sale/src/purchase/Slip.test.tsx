// @vitest-environment jsdom
import { type ListedDrop, useDrops } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { store } from '@fieldhouse/chain-data/host'
import { keepRecord, noteRecord, recordsOf, type TransactionRecord, tellRecord } from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, inRoot, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act, lazy, useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { claimRow, dropRow, type Tables, tables } from '../testing/fake-gateway'
import { advanceLast, alice, chain, chainId, setUser, sign, signed, wallet } from '../testing/fake-wallet'
import { clockIn, LOOK, network, open as openPage, serve, withPage } from '../testing/slip-page'
import { changeOrder, clearOrders } from './orders'
import { Slip, type SlipProps } from './Slip'
import type { SaleProps } from './use-slip'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

withPage()

const second = () => Math.floor(Date.now() / 1000)

/** Two packs that were signed for: the chain has them, unless it says nothing. */
const buyTwo = () =>
  sign({
    subject: () => ({
      ...{ kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
    }),
  })

function Own({ bought, frame }: Pick<SlipProps, 'bought' | 'frame'>) {
  const drops = useDrops('football')
  const drop = drops?.find(({ id }) => id === '101') as ListedDrop
  return drops && <Slip drop={drop} drops={drops} look={LOOK} pages="/football/drops" bought={bought} frame={frame} />
}

interface Site {
  language?: Language
  /** The network's name. */
  chain?: (typeof network)['name']
  own?: string[]
  bought?: SaleProps['bought']
}

const open = async (served: Tables, { language = 'en', chain = network.name, own, bought }: Site = {}) => {
  await serve(served)
  const root = testRoot(language)
  const settings = { ...root.settings, network: { ...network, name: chain }, ...(own && { own }) }
  return openPage(inRoot(<Own bought={bought} />, { ...root, settings }), language)
}

const other = dropRow({ drop_id: 102, name: 'Two-Minute Drill' })

it('of a sale that has not begun says when, in both clocks, and has a date for the calendar', async () => {
  clockIn('Europe/Madrid')
  const start = second() + 2 * 86_400
  const { says, container, link } = await open(
    tables({ drops: [dropRow({ start_time: start, end_time: start + 60 })] }),
  )
  await says('Opens in')
  expect(container.querySelector('[role=timer]')?.textContent).toMatch(/^[12] days? /)
  for (const text of ['Your time', 'UTC', '$24.99 417.90 WAX', '20 per account']) await says(text)
  expect(container.textContent).not.toContain('20 per account.')
  expect(decodeURIComponent(link('Add to my calendar') ?? '')).toContain('SUMMARY:Opening Drive: the sale opens')
  expect(container.querySelector('a[download]')?.getAttribute('download')).toBe('opening-drive.ics')
  await says(/Opens (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day \d{1,2} [A-Z][a-z]{2}/)
  expect(container.querySelector('button')).toBeNull()
})

it('of a sale that has not begun says when once to whose clock shows UTC', async () => {
  clockIn('UTC')
  const start = second() + 2 * 86_400
  const { says, container } = await open(tables({ drops: [dropRow({ start_time: start, end_time: start + 60 })] }))
  await says('20 per account')
  expect(container.textContent?.match(/UTC/g)).toHaveLength(1)
  expect(container.textContent).not.toContain('Your time')
})

it('counts down in the place of the button within a day of the opening', async () => {
  const start = second() + 131
  const { says, container } = await open(tables({ drops: [dropRow({ start_time: start, end_time: start + 60 })] }))
  await says(/Opens in.*Opens in/)
  expect(container.querySelectorAll('[role=timer]')).toHaveLength(2)
  expect(container.textContent).not.toMatch(/Opens \w+day/)
})

it.each<[string, Partial<ListedDrop>, Partial<ListedDrop>, string, Language?]>([
  ['opens', { startsAt: Date.now() + 86_400_000 }, {}, 'Sale is live!'],
  ['is sold out', {}, { sold: 3000n }, 'Sold out'],
  ['is over', {}, { endsAt: Date.now() - 1000 }, 'Sale over'],
  ['is over in Spanish', {}, { endsAt: Date.now() - 1000 }, 'Venta cerrada', 'es'],
  ['is paused', {}, { paused: { en: 'We look.', since: '2026-11-22T14:20:00Z' } }, 'Sale paused'],
  ['goes on', { paused: { en: 'We look.', since: '2026-11-22T14:20:00Z' } }, {}, 'Sale is live!'],
])('says to those who hear the slip that its sale %s', async (_, before, after, words, language) => {
  const { container } = await open(tables(), language && { language })
  const [drop] = store.get('rowDrops') ?? []
  const turn = (changes: object) => act(async () => drop && store.set('rowDrops', [{ ...drop, ...changes }]))
  await turn(before)
  // A region that comes with its words is not heard.
  const regions = [...container.querySelectorAll('[aria-live], [role=status]')]
  const heard = () => regions.filter(({ isConnected }) => isConnected).map(({ textContent }) => textContent)
  expect(heard()).not.toContain(words)
  await turn(after)
  expect(heard()).toContain(`Opening Drive: ${words}`)
})

/** Three packs that were bought so long ago that the limit counts anew. */
const earlier = { ...claimRow(3), claim_id: '2', trx_id: 'cd'.repeat(32), created_at: second() - 7200 }
const limited = { account_limit: 5, account_limit_cooldown: 3600 }

it.each([
  ['', {}, claimRow(3)],
  [', also of what the limit counts no more', limited, earlier],
])('of a sold out one says so, which is the next, and what is mine%s', async (_, changes, claim) => {
  const drops = [dropRow({ ...changes, current_claimed: 3000 }), other]
  const { says, link } = await open(tables({ drops, claims: [claim] }))
  await says('Sold out')
  await says('Left0of 3,000')
  await says('Yours3 packs')
  expect(link('Next: Two-Minute Drill')).toBe('/football/drops/102')
})

it('says of no account that has packs which the limit counts no more that it has none, or fewer', async () => {
  const claims = [earlier]
  const { says, container } = await open(tables({ drops: [dropRow(limited)], claims }))
  await says('2,000.00 WAX')
  await says('5 per account.')
  expect(container.textContent).not.toContain('Yours so far: 0')
  claims.push(claimRow(2))
  await act(async () => void buyTwo())
  await act(async () => void (await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })))
  await says('You now have5 packs')
})

it.each([
  ['en', 'Sale over', 'These 10,000 will never be sold.', 'Other packs'],
  ['es', 'Venta cerrada', 'Esos 10.000 ya no se venderán', 'Otros sobres'],
] as const)('of one that is over says how many were never sold: %s', async (language, word, note, others) => {
  const over = dropRow({ end_time: second() - 60, max_claimable: 12_900 })
  const { says, link } = await open(tables({ drops: [over] }), { language })
  await says(word)
  await says(note)
  expect(link(others)).toBe('/football#packs')
})

it('says that it is for invited accounts: to a visitor, to one that is none, and not to one that is', async () => {
  const drops = [dropRow({ auth_required: 1 })]
  setUser(null)
  const { says, press } = await open(tables({ drops }))
  await says('Log in and we will check yours.')
  await press('Login to Buy')
  expect(wallet.login).toHaveBeenCalledOnce()
  await act(async () => setUser(alice))
  await says('Only accounts with an invitation can buy this pack, and alice.wam has none.')
})

it('reads again what an account has and may when the page comes back into sight', async () => {
  const served = tables({ drops: [dropRow({ auth_required: 1 })] })
  const { says, container } = await open(served)
  await says('alice.wam has none.')
  const invitation = { ...claimRow(1), claimed: 0, reason: 'early access' }
  Object.assign(served, { claims: [invitation], accounts: [{ balance: '1999.00000000 WAX' }] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(container.textContent).toContain('alice.wam has none.')
  hidden.mockReturnValue(false)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await says('Your balance1,999.00 WAX')
})

it('sells to an invited account', async () => {
  const invitation = { ...claimRow(1), claimed: 0, reason: 'early access' }
  const { says } = await open(tables({ drops: [dropRow({ auth_required: 1 })], claims: [invitation] }))
  await says('Your balance2,000.00 WAX')
})

it('sells to an account whose invitation may be one of the claims that no read has room for', async () => {
  const other = { ...claimRow(1), drop_id: 102, claimed: 0, reason: 'early access' }
  const drops = [dropRow({ auth_required: 1 })]
  const { says } = await open(tables({ drops, claims: () => Response.json({ rows: [other], more: true }) }))
  await says('Your balance2,000.00 WAX')
})

it('does not say that an account has none while that cannot be read', async () => {
  const { says } = await open(tables({ claims: () => new Response('', { status: 503 }) }))
  await says('2,000.00 WAX')
  await says('20 per account. Yours so far: –.')
})

it('says that the limit is reached, and when more can be bought', async () => {
  const drops = [dropRow({ account_limit: 5, account_limit_cooldown: 3600 })]
  const { says, container } = await open(tables({ drops, claims: [claimRow(5)] }))
  await says('5 of 5')
  await says('You can buy more 60 minutes after your last purchase.')
  expect(container.querySelector('[type=submit]')).toBeNull()
})

it.each([
  ['en', 'The sale takes a time-out', 'We look at the price feed.'],
  ['es', 'La venta pide tiempo muerto', 'Miramos el precio.'],
] as const)(
  "says the operator's notice while the sale is paused, in the page's language: %s",
  async (language, title, text) => {
    const paused = {
      football: { en: 'We look at the price feed.', es: 'Miramos el precio.', since: '2026-11-22T14:20:00Z' },
    }
    const answer = () => new Response(JSON.stringify({ rows: [dropRow()], more: false, next_key: '', paused }))
    const { says, container } = await open(tables({ drops: answer }), { language })
    await says(title)
    await says(text)
    await says(/22 [Nn]ov 2026, 14:20 UTC/)
    expect(container.querySelector('button')).toBeNull()
  },
)

it('names the code of the link with what it saves, and can be without it', async () => {
  history.replaceState(null, '', '/football/drops/101?partner=buzzer')
  const { says, press, container } = await open(tables())
  await says('Buzzer Club: 10% off.')
  await says('BUZZER, 10% off−$2.49−41.79 WAX')
  await says('Total$22.50 376.11 WAX')
  await press('Remove')
  await says('Total$24.99 417.90 WAX')
  expect(container.textContent).not.toContain('BUZZER')
  // A reload does not bring it back.
  expect(location.search).toBe('')
})

it.each([
  ['huddle', 'The Huddle Podcast thanks you. Your price stays the same.'],
  ['oldgym', 'This code cannot be used now. Remove it to buy.'],
  ['nosuch', 'Nobody has this code. Remove it to buy.'],
])('says what a code is worth: %s', async (code, text) => {
  history.replaceState(null, '', `/?partner=${code}`)
  const { says } = await open(tables())
  await says(text)
})

it('lists no transfer where a code takes the whole price off', async () => {
  history.replaceState(null, '', '/?partner=guest')
  const { says, press, container } = await open(tables())
  await says('Opening Night: 100% off.')
  await says('You sign once. It does one thing:')
  expect(container.textContent).not.toContain('transfer')
  await press('Buy 1 pack')
  await says('PaidFree')
})

it.each([
  ['buzzer', 'buzzer'],
  ['oldgym', ''],
  ['nosuch', ''],
])('takes a free pack, from which no code takes anything, with one that counts or none: %s', async (code, named) => {
  history.replaceState(null, '', `/?partner=${code}`)
  const { says, press, container } = await open(tables({ drops: [dropRow({ listing_price: '0.00 USD' })] }))
  await says('2,000.00 WAX')
  expect(container.textContent).not.toMatch(/code|off/i)
  const signs = vi.fn()
  wallet.transact.mockImplementationOnce(async (request) => {
    signs(await request.actions())
    return sign(request)
  })
  await press('Take 1 free pack')
  await says('PaidFree')
  expect(signs).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ data: expect.objectContaining({ partner_code: named }) }),
  ])
})

const CODE = 'input:not([type=number])'

it('takes a code that is written, and refuses what is none', async () => {
  const { says, press, write } = await open(tables())
  await write('no code 9', CODE)
  await press('Use')
  await says('A code has up to 12 letters')
  await write('Buzzer', CODE)
  await press('Use')
  await says('Buzzer Club: 10% off.')
})

it('buys nothing at a press before a code that was written counts', async () => {
  const { says, press, write, input } = await open(tables())
  await says('2,000.00 WAX')
  await write('no code 9', CODE)
  // Also who presses again is led to it.
  for (const _ of [1, 2]) {
    input(CODE).blur()
    await press('Buy 1 pack')
    await says('A code has up to 12 letters')
    expect(document.activeElement).toBe(input(CODE))
  }
  await write('Buzzer', CODE)
  await press('Buy 1 pack')
  await says('Buzzer Club: 10% off.')
  expect(wallet.transact).not.toHaveBeenCalled()
  await press('Buy 1 pack')
  await says('Paid376.11 WAX')
})

it('lets a code rest while a purchase is prepared, which counts with it or without', async () => {
  const { says, press, input } = await open(tables())
  await says('2,000.00 WAX')
  wallet.transact.mockImplementationOnce(() => new Promise(() => {}))
  await press('Buy 1 pack')
  expect(input(CODE).readOnly).toBe(true)
})

it('keeps the basket over a reload of the page', async () => {
  localStorage.setItem(
    'fieldhouse.basket',
    JSON.stringify({ version: 1, value: { packs: { 101: '3' }, partner: 'buzzer' } }),
  )
  const { says, container } = await open(tables())
  await says('3 packs at $24.99')
  await says('Buzzer Club')
  expect(container.querySelector<HTMLInputElement>('input[type=number]')?.value).toBe('3')
})

it('has the same basket for a visitor, whose button logs in and comes back to it', async () => {
  setUser(null)
  const { says, press } = await open(tables())
  await says('20 per account.')
  await act(async () => changeOrder('101', { written: '2' }))
  await press('Login to Buy')
  expect(wallet.login).toHaveBeenCalledOnce()
  await act(async () => setUser(alice))
  await says('2 packs at $24.99')
  await says('Buy 2 packs')
})

it.each([
  ['undone', null, 0],
  ['undone and could not come about any more', { block: 4713, time: signed.expiresAt + 1 }, signed.expiresAt + 1],
])(
  'shows the balance that is left after another tab has bought another pack, and when that was %s',
  async (_, irreversible, now) => {
    let balance = '2000.00000000 WAX'
    const { says } = await open(tables({ accounts: () => [{ balance }] }))
    await says('2,000.00 WAX')
    balance = '1200.00000000 WAX'
    await act(async () => {
      sign({
        subject: () => ({ kind: 'purchase', dropId: '102', dropName: 'Drill', quantity: '1', deposit: '80000000000' }),
      })
    })
    await says('Your balance1,200.00 WAX')
    balance = '2000.00000000 WAX'
    const rows = { name: 'rows', has: false, head: 4713, irreversible, areProof: true } as const
    await act(async () => void noteRecord(recordsOf(chainId, alice.accountName)[0]?.id ?? '', rows, now))
    await says('Your balance2,000.00 WAX')
  },
)

it('shows what another tab has bought, and not what was told before this page was loaded', async () => {
  const { says, container } = await open(tables())
  await says('Your balance')
  buyTwo()
  const [record] = recordsOf(chainId, alice.accountName)
  const key = `fieldhouse.record.${record?.id}`
  const text = localStorage.getItem(key) ?? ''
  localStorage.setItem(key, text.replace('"isTold":false', '"isTold":true'))
  clearOrders()
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key })))
  expect(container.textContent).not.toContain('are yours')
  localStorage.setItem(key, text)
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key })))
  await says('2 packs are yours')
})

/** Called when what was opened from a receipt goes. */
const left = vi.fn()

const Opened: SaleProps['bought'] = ({ count }) => {
  useEffect(() => left, [])
  return `Opens ${count}`
}

it('keeps the receipt, and what was opened from it, while another tab buys the same pack', async () => {
  const { says, press, container } = await open(tables(), { bought: Opened })
  await says('Your balance')
  await act(async () => void buyTwo())
  await says('Opens 2')
  chain.says = 'nothing'
  const { id, ...first } = recordsOf(chainId, alice.accountName)[0] as TransactionRecord
  const other = { ...first, id: `${id}-2`, at: first.at + 1, isTold: false }
  for (const state of ['asked', 'sent'] as const) {
    await act(async () => keepRecord({ ...other, state }))
    expect([container.textContent?.includes('2 packs are yours'), left.mock.calls.length]).toEqual([true, 0])
  }
  await press('Buy more')
  await says('Signed. Sending it to the chain…')
})

it('says nothing of what was signed for another chain, which cannot be looked up here', async () => {
  chain.says = 'nothing'
  buyTwo()
  const [record] = recordsOf(chainId, alice.accountName)
  keepRecord({ ...(record as TransactionRecord), chainId: 'ff' })
  const { says, container } = await open(tables())
  await says('Buy 1 pack')
  expect(container.textContent).not.toContain('Signed. Sending it')
})

it('shows what another tab has signed since a press failed here, and no longer why that failed', async () => {
  wallet.transact.mockRejectedValueOnce(new wallet.WalletError('refused', 'Declined'))
  const { says, press } = await open(tables())
  await says('2,000.00 WAX')
  await press('Buy 1 pack')
  await says('It is refused. Declined')
  chain.says = 'nothing'
  await act(async () => void buyTwo())
  await says('Signed. Sending it to the chain…')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await says('2 packs are yours')
  await clearShown()
  const later = await open(tables())
  await later.says('Buy 1 pack')
  expect(later.container.textContent).not.toContain('Declined')
})

it('brings into sight once why a purchase was refused, and leaves the visitor where they scroll to then', async () => {
  const scrolled = vi.fn()
  HTMLElement.prototype.scrollIntoView = scrolled
  chain.says = { kind: 'chain', message: 'Something else' }
  const { says } = await open(tables())
  await act(async () => void buyTwo())
  await says('It is chain. Something else')
  expect(scrolled).toHaveBeenCalledOnce()
  await act(async () => store.set('medianPrice', 590n))
  await says('423.56 WAX')
  expect(scrolled).toHaveBeenCalledOnce()
})

it('has one pack in the basket after a purchase whose end another page has shown', async () => {
  chain.says = 'nothing'
  const { says } = await open(tables())
  await act(async () => changeOrder('101', { written: '2' }))
  await act(async () => void buyTwo())
  await says('Signed. Sending it to the chain…')
  await clearShown()
  chain.says = 'has'
  advanceLast(alice.accountName)
  tellRecord(recordsOf(chainId, alice.accountName)[0]?.id ?? '')
  const later = await open(tables())
  await later.says('2 packs are yours')
  await later.press('Buy more')
  await later.says('Buy 1 pack')
})

it('reads the balance and the claims again after what another tab has bought', async () => {
  const served = tables({ drops: [dropRow({ account_limit: 5 })] })
  const { says, press } = await open(served)
  await says('Your balance2,000.00 WAX')
  Object.assign(served, { accounts: [{ balance: '1164.21000000 WAX' }], claims: [claimRow(2)] })
  buyTwo()
  const key = `fieldhouse.record.${recordsOf(chainId, alice.accountName)[0]?.id}`
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key })))
  await says('You now have2 of 5')
  await press('Buy more')
  await says('Your balance1,164.21 WAX')
})

it('counts on a receipt what the account has only by claims that know of the purchase', async () => {
  const served = tables({
    drops: [dropRow({ account_limit: 5 })],
    claims: [{ ...claimRow(1), trx_id: 'cd'.repeat(32) }],
  })
  const { says, container } = await open(served)
  await says('Yours so far: 1.')
  await act(async () => void buyTwo())
  await says('2 packs are yours')
  expect(container.textContent).not.toContain('You now have')
  Object.assign(served, { claims: [...(served.claims as object[]), claimRow(2)] })
  await act(async () => void (await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })))
  await says('You now have3 of 5')
})

it('leads from the receipt to the cards and to the transaction', async () => {
  const { says, link, container } = await open(
    tables({ drops: [dropRow({ account_limit: 5 })], claims: [claimRow(2)] }),
  )
  await says('Your balance')
  await act(async () => void buyTwo())
  await says('2 packs are yours')
  await says('Paid835.79 WAX')
  await says('You now have2 of 5')
  expect(link('See your receipt')).toBe(`/football/my-cards/receipt?transaction=${'ab'.repeat(32)}`)
  expect([link('See them in My cards'), link('Claims')]).toEqual(['/football/my-cards', undefined])
  expect(container.querySelector('[data-transaction]')?.getAttribute('data-transaction')).toBe('ab'.repeat(32))
  expect(container.querySelectorAll('[data-print]')).toHaveLength(2)
})

const Bought: SaleProps['bought'] = ({ dropId, count, children }) => (
  <>
    {children} {`Open ${count} of ${dropId}`}
  </>
)

it('keeps the receipt where what opens the packs cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const own = ['/football/my-cards', '/football/my-cards/receipt']
  const { says, link, press } = await open(tables(), {
    own,
    bought: lazy(() => Promise.reject(new TypeError('Failed to fetch'))),
  })
  await says('2,000.00 WAX')
  await press('Buy 1 pack')
  await says('1 pack is yours')
  await says('See your receipt')
  expect(link('See your receipt')).toBe(`/football/my-cards/receipt?transaction=${'ab'.repeat(32)}`)
})

it('opens what was bought from the receipt, where the edition says how', async () => {
  const { says, link } = await open(tables(), { bought: Bought })
  await act(async () => void buyTwo())
  await says('Your packs are on their way Open 2 of 101')
  expect(link('Receipt')).toBe(`/football/my-cards/receipt?transaction=${'ab'.repeat(32)}`)
})

it('leads from the receipt to none of the pages that the edition has not', async () => {
  const { says, link } = await open(tables(), { own: ['/football/claims'] })
  await act(async () => void buyTwo())
  await says('2 packs are yours')
  expect([link('See them in My cards'), link('Claims')]).toEqual([undefined, '/football/claims'])
})

it.each([
  ['mainnet', 'https://waxblock.io/transaction/'],
  ['testnet', 'https://testnet.waxblock.io/transaction/'],
] as const)(
  'of packs that were bought on %s leads to where anybody reads the transaction, and copies its id',
  async (chain, explorer) => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const { says, press, container } = await open(tables(), { chain })
    await act(async () => void buyTwo())
    await says('2 packs are yours')
    const transactionId = 'ab'.repeat(32)
    expect(container.querySelector(`a[href="${explorer}${transactionId}"]`)).not.toBeNull()
    await press('Copy')
    expect(writeText).toHaveBeenCalledExactlyOnceWith(transactionId)
    await says('Copied')
  },
)

/** Opens the slip, and signs a purchase of which the chain says nothing yet. */
const openSigned = async (note: (id: string) => void) => {
  chain.says = 'nothing'
  const opened = await open(tables())
  await opened.says('Your balance')
  await act(async () => {
    buyTwo()
    note(recordsOf(chainId, alice.accountName)[0]?.id ?? '')
  })
  const noteLater = (event: Parameters<typeof noteRecord>[1]) =>
    act(async () => void noteRecord(recordsOf(chainId, alice.accountName)[0]?.id ?? '', event, Date.now()))
  return { ...opened, noteLater }
}

/** The gateway has it in line. */
const inLine =
  (place: number, of = 1840, about = 12_000) =>
  (id: string) => {
    noteRecord(id, { name: 'accepted', location: '/api/v1/pushes/one' }, Date.now())
    noteRecord(id, { name: 'queued', line: { place, of, sendsAt: Date.now() + about, isMoving: true } }, Date.now())
  }

it('says that it looks up what may have been sent before, and shows no button', async () => {
  const { says, container } = await openSigned((id) => noteRecord(id, { name: 'lost' }, Date.now()))
  await says('Checking whether your purchase went through')
  expect(container.querySelector('[type=submit]')).toBeNull()
})

it('stands in line with what was signed, says when it is sent, and then what the chain says', async () => {
  const { says, container, noteLater } = await openSigned(inLine(312))
  await says('312th')
  await says('of 1,840')
  await says('Nothing paid until then.')
  await noteLater({ name: 'out' })
  await says('Paid only once the chain has it.')
  expect(container.textContent).not.toContain('Leave the line')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await says('2 packs are yours')
})

it('does not tell of a line that is over before it can be read', async () => {
  const { says, container } = await openSigned(inLine(1, 1, 30))
  await says('Signed. Sending it to the chain…')
  expect(container.querySelector('[data-line]')).toBeNull()
})

it('in line again after a sending that was lost says neither that nothing is paid nor that it is', async () => {
  const { says, container, noteLater } = await openSigned((id) => {
    noteRecord(id, { name: 'lost' }, Date.now())
    inLine(312)(id)
  })
  await says('Checking whether your purchase went through')
  await noteLater({ name: 'queued', line: { place: 311, of: 1840, sendsAt: Date.now() + 12_000, isMoving: true } })
  await says('Checking whether your purchase went through')
  expect(container.textContent).not.toMatch(/nothing paid/i)
})

it('does not say that an order is sent which the gateway gave back unsent', async () => {
  const { says, container, noteLater } = await openSigned(inLine(312))
  await says('312th')
  await noteLater({ name: 'unsent' })
  await says('Signed. Sending it to the chain…')
  await noteLater({ name: 'sending' })
  expect(container.textContent).not.toContain('Paid only once the chain has it.')
  await noteLater({ name: 'accepted', location: '/api/v1/pushes/two' })
  await noteLater({ name: 'out' })
  await says('Paid only once the chain has it.')
})

it('leaves the line, and says that nothing was sent once the gateway has said so', async () => {
  const { says, press, container, noteLater } = await openSigned(inLine(40))
  await says('Leave the line')
  const left = vi.fn(async () => new Response('{"state":"left"}'))
  vi.stubGlobal('fetch', left)
  await press('Leave the line')
  expect(left).toHaveBeenCalledExactlyOnceWith('/api/v1/pushes/one', {
    method: 'DELETE',
    signal: expect.any(AbortSignal),
  })
  expect(container.textContent).toContain('40th')
  const problem = { kind: 'left-line', message: 'It left the line', detail: '' }
  await noteLater({ name: 'unsent', problem })
  await says('It is left-line.')
})

it.each([
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the gateway cannot', async () => new Response('{}', { status: 503 })],
  ['the gateway knows of none', async () => new Response('{"state":"unknown"}', { status: 404 })],
])('says that the line did not hear of who leaves it, where %s', async (_, answer) => {
  const { says, press, container } = await openSigned(inLine(40))
  await says('Leave the line')
  vi.stubGlobal('fetch', vi.fn(answer))
  await press('Leave the line')
  await eventually(() =>
    expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({
      kind: 'error',
      text: 'The line did not hear that you leave',
      more: 'Your order may still be sent. Check your connection and try again.',
    }),
  )
  expect(container.textContent).toContain('40th')
})

/** Has the gateway say so of a place to each who requests one; of one that is followed it has no news. @returns the methods */
function servePlaces(told: object | null, status = 201): string[] {
  const methods: string[] = []
  const gateway = fetch
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.startsWith('/api/v1/places')) return gateway(path, init)
    const method = init?.method ?? 'GET'
    methods.push(method)
    if (method === 'GET') return new Promise(() => {})
    if (method === 'DELETE' || !told) return new Response(null, { status: 204 })
    return new Response(JSON.stringify(told), { status, headers: { Location: '/api/v1/places/mine' } })
  })
  return methods
}

const WAITING = { state: 'waiting', place: 312, of: 1840, turn_in: 200_000, is_moving: true }
const TURN = { state: 'turn', ends_in: 60_000 }

it('has a ticket where the line is longer than a signature holds, and asks no wallet', async () => {
  const { says, press } = await open(tables())
  await says('2,000.00 WAX')
  servePlaces(WAITING)
  await press('Buy 1 pack')
  await says('312')
  await says('Nothing is signed yet, so nothing can be paid.')
  await says('in about 4 minutes')
  expect(recordsOf(chainId, alice.accountName)).toEqual([])
  await press('Leave the line')
  await says('Buy 1 pack')
})

it('lines up who has pressed, and not who has logged in while the wallet got ready', async () => {
  const { says, press } = await open(tables())
  await says('2,000.00 WAX')
  servePlaces(WAITING)
  wallet.transact.mockImplementationOnce(async (request) => {
    setUser({ ...alice, accountName: 'bob.wam' })
    await request.actions()
    return sign(request)
  })
  await press('Buy 1 pack')
  await eventually(() => expect(localStorage.getItem('fieldhouse.places')).not.toBeNull())
  expect(localStorage.getItem('fieldhouse.places')).toMatch(/alice\.wam/)
})

it('shows the place that could not be shown at first, since its code did not come', async () => {
  const { says, press, container } = await open(tables())
  await says('2,000.00 WAX')
  servePlaces(WAITING)
  const gateway = fetch
  let take = (_: Response) => {}
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.endsWith('/mine') ? new Promise<Response>((resolve) => (take = resolve)) : gateway(path, init),
  )
  const failed = vi.fn(() => Promise.reject(new Error('offline')))
  vi.doMock('../line/index', failed)
  await press('Buy 1 pack')
  await eventually(() => expect(failed).toHaveBeenCalled())
  expect(container.textContent).not.toContain('312')
  vi.doUnmock('../line/index')
  await act(async () => take(Response.json({ ...WAITING, place: 311 })))
  await says('311')
})

it('shows and tells the turn after one that passed, though that was not read', async () => {
  const { says, press, container } = await open(tables())
  await says('2,000.00 WAX')
  servePlaces({ ...WAITING, missed: true })
  const gateway = fetch
  let take = (_: Response) => {}
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.endsWith('/mine') ? new Promise<Response>((resolve) => (take = resolve)) : gateway(path, init),
  )
  await press('Buy 1 pack')
  await says('Your minute is up. Nothing was taken.')
  await act(async () => take(Response.json({ ...TURN, missed: true })))
  await says('Sign for 1 pack')
  expect(container.querySelector('[data-line] [aria-live]')?.textContent).toMatch(
    /^Your turn\. \d\d seconds to sign\.$/,
  )
  expect(document.activeElement?.textContent).toBe('Sign for 1 pack')
})

/** Two packs waited in line, and the chain refuses them. @returns what is requested of places; each POST answers `told` */
const refusedInLine = async (message: string, told: object | null, status = 200) => {
  const opened = await openSigned(inLine(312))
  await opened.says('312th')
  const requests = servePlaces(told, status)
  await opened.noteLater({ name: 'out' })
  chain.says = { kind: 'chain', message }
  await act(async () => advanceLast(alice.accountName))
  return { ...opened, requests }
}

it('has the turn again that the gateway gives to whose price was gone when they were sent, and says why', async () => {
  const { says, press, requests } = await refusedInLine('Price moved, please try again', TURN)
  await says('Your turn')
  await says('You paid nothing, and you go first now.')
  chain.says = 'has'
  await press('Sign for 1 pack')
  await says('1 pack is yours')
  expect(requests.filter((method) => method === 'POST')).toHaveLength(2)
})

/** A turn has passed that nobody has read of. */
const missTurn = () => {
  const over = {
    account: 'alice.wam',
    dropId: '101',
    location: '',
    state: 'over',
    place: null,
    of: 0,
    at: null,
    from: 1,
  }
  const value = [{ ...over, isMoving: true, isMissed: true, isRead: false }]
  localStorage.setItem('fieldhouse.places', JSON.stringify({ version: 1, value }))
}

it('says why the chain refused what was signed after the turn was over', async () => {
  missTurn()
  chain.says = { kind: 'chain', message: 'Something else' }
  const { says } = await open(tables())
  await says('Your minute is up. Nothing was taken.')
  await act(async () => void buyTwo())
  await says('It is chain. Something else')
  await says('You can line up again')
})

it.each([
  ['sold out', { current_claimed: 3000 }, 'Sold out'],
  ['over', { end_time: second() - 60 }, 'Sale over'],
])('offers to line up again for nothing that is %s', async (_, row, words) => {
  missTurn()
  const { says, container } = await open(tables({ drops: [dropRow(row)] }))
  await says(words)
  await vi.dynamicImportSettled()
  await act(async () => {})
  expect(container.textContent).not.toContain('ine up again')
})

it('says to who has a ticket that the sale is over', async () => {
  const { says, press, container } = await open(tables())
  await says('2,000.00 WAX')
  servePlaces(WAITING)
  await press('Buy 1 pack')
  await says('It may sell out before your turn')
  const over = { endsAt: Date.now() - 1000 }
  await act(async () => store.set('rowDrops', store.get('rowDrops')?.map((drop) => ({ ...drop, ...over })) ?? null))
  await says('Sale over You paid nothing. You never signed.')
  await says('Left100of 3,000')
  expect(container.textContent).not.toMatch(/sell out/)
})

it('says nothing of a turn that was over before its purchase was signed, once that is made', async () => {
  missTurn()
  const { says, press, container } = await open(tables())
  await says('Your minute is up. Nothing was taken.')
  await act(async () => void buyTwo())
  await says('2 packs are yours')
  await press('Buy more')
  await says('Buy 1 pack')
  expect(container.textContent).not.toContain('Nothing was taken')
})

it.each([
  ['gives up a place at the end of the line that it has not asked for', 201, ['POST', 'DELETE']],
  ['leaves a place alone that another browser of the visitor has', 200, ['POST']],
])('%s', async (_, status, wanted) => {
  const { says, requests } = await refusedInLine('Price moved, please try again', WAITING, status)
  await says('It is chain. Price moved')
  await eventually(() => expect(requests).toEqual(wanted))
})

it('requests no place for who was refused for another reason', async () => {
  const { says, requests } = await refusedInLine('Something else', null)
  await says('It is chain. Something else')
  expect(requests).toEqual([])
})

/** The last pack of the drop goes. */
const sellOut = () =>
  act(async () =>
    store.set(
      'rowDrops',
      (store.get('rowDrops') ?? []).map((drop) => ({ ...drop, sold: drop.most })),
    ),
  )

it('says to who has signed in their turn what became of that, also when it was the last pack', async () => {
  const { says, press, container } = await open(tables())
  await says('2,000.00 WAX')
  // The gateway has not said yet that the place was used.
  servePlaces(TURN)
  chain.says = 'nothing'
  await press('Buy 1 pack')
  await says('Signed. Sending it to the chain…')
  await sellOut()
  await says('Signed. Sending it to the chain…')
  expect(container.textContent).not.toMatch(/paid nothing|never signed/)
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await says('1 pack is yours')
  expect(container.textContent).not.toMatch(/paid nothing|never signed/)
})

it('says of an order that the chain refused what the chain said, and not that it was never sent', async () => {
  const { says, container, noteLater } = await openSigned(inLine(312))
  await says('312th')
  await noteLater({ name: 'out' })
  await sellOut()
  chain.says = { kind: 'chain', message: 'Something else' }
  await act(async () => advanceLast(alice.accountName))
  await says('Something else')
  expect(container.textContent).not.toContain('never sent')
})

it('says of an order that left the line unsent that nothing was paid, once it is sold out', async () => {
  const { says, noteLater } = await openSigned(inLine(312))
  await says('312th')
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  await sellOut()
  await noteLater({ name: 'unsent', problem: { kind: 'left-line', message: 'It left the line', detail: '' } })
  await says('You paid nothing. Your order was never sent.')
})

it.each<[string, string, object, string]>([
  ['sold out', 'Sold out', { current_claimed: 3000 }, 'Sold out: the last pack is gone. Nothing was paid.'],
  ['over', 'Sale has ended', { end_time: second() - 60 }, 'This sale has ended. Nothing was paid.'],
  [
    'one that the account has all of',
    'No',
    { account_limit: 2 },
    'Your account has bought 2, which is the limit. Nothing was paid.',
  ],
])(
  'says that nothing was paid for what the chain refused, also of a drop that is now %s',
  async (_, message, row, text) => {
    chain.says = 'nothing'
    const served = tables()
    const { says, press, container } = await open(served)
    await says('2,000.00 WAX')
    await press('Buy 1 pack')
    await says('Signed. Sending it to the chain…')
    const regions = [...container.querySelectorAll('[role=status]')]
    const another = { ...claimRow(2), trx_id: 'cd'.repeat(32) }
    Object.assign(served, { drops: [dropRow(row)], claims: [another] })
    chain.says = { kind: 'chain', message }
    await act(async () => advanceLast(alice.accountName))
    await says(text)
    // A region that comes with its words is not heard.
    const heard = regions.filter(({ isConnected }) => isConnected).map(({ textContent }) => textContent)
    expect(heard.join()).toContain(text)
  },
)

it('says what was signed, whatever is in the basket by now', async () => {
  const { says } = await openSigned(() => changeOrder('101', { written: '3' }))
  await says('Signed. Sending it to the chain…')
  await says('Opening Drive: 2 packs to you')
})

it('keeps the quantity that was pressed for in the bar, too', async () => {
  await serve(tables())
  const { container } = await show(inRoot(<Own bought={undefined} frame="" />, testRoot()))
  await eventually(() => expect(container.textContent).toContain('2,000.00 WAX'))
  const [bar] = container.querySelectorAll('form')
  const press = (name: string) =>
    act(async () => bar?.querySelector<HTMLElement>(`[aria-label="${name}"], [type="${name}"]`)?.click())
  await press('One pack more')
  expect(bar?.querySelector('output')?.textContent).toBe('2')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await press('submit')
  await press('One pack more')
  expect(bar?.querySelector('output')?.textContent).toBe('2')
})
