// @vitest-environment jsdom
import { useDrops } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { store } from '@fieldhouse/chain-data/host'
import { noteRecord, recordsOf } from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { eventually } from '@fieldhouse/design/testing'
import { clearShown } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { claimRow, dropRow, partnerRows, pointRow, type Tables, tables } from '../testing/fake-gateway'
import { advanceLast, alice, chain, chainId, setUser, sign, wallet } from '../testing/fake-wallet'
import { LOOK, network, open as openPage, serve, withPage } from '../testing/slip-page'
import { endPress } from './orders'
import { SlipDialog } from './Slip'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

const onClose = vi.fn()

withPage()

function Forms({ dropId = '101' }: { dropId?: string }) {
  const drops = useDrops('football')
  return drops && <SlipDialog drops={drops} look={LOOK} pages="/test/drops" dropId={dropId} onClose={onClose} />
}

/** Opens the form of drop 101 on a page that knows what the gateway serves. */
const open = async (served: Tables = tables(), language?: Language) => {
  await serve(served)
  const opened = await openPage(<Forms />, language)
  const { container } = opened
  const submit = () => container.querySelector('button[type=submit]') as HTMLButtonElement
  const buy = () => act(async () => submit().click())
  return { ...opened, submit, buy, status: () => container.querySelector('[data-said]')?.textContent ?? '' }
}

/** Opens it as above, once the balance is there. */
const opened = async (served?: Tables) => {
  const opened = await open(served)
  await opened.says('2,000.00 WAX')
  return opened
}

/** Has the wallet sign the next transaction. The mock is called with its actions. */
function signedActions() {
  const signed = vi.fn()
  wallet.transact.mockImplementationOnce(async (request) => {
    signed(await request.actions())
    return sign(request)
  })
  return signed
}

/** Has the wallet fail the next transaction: 'It is <kind>. <message>' says it. */
const failsWith = (kind: string, message: string) =>
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    await actions()
    throw new wallet.WalletError(kind, message)
  })

/** Has the wallet keep the next transaction until what this returns is called; then it ends in the outcome, by default signed. */
function held(outcome = sign): () => void {
  let finish = () => {}
  wallet.transact.mockImplementationOnce(async (request) => {
    await request.actions()
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return outcome(request)
  })
  return () => finish()
}

it('is named after its drop', async () => {
  const { container } = await opened()
  expect(
    document.getElementById(container.querySelector('dialog')?.getAttribute('aria-labelledby') ?? '')?.textContent,
  ).toBe('Opening Drive')
})

it.each<[string, Tables, string[], Language?]>([
  [
    'what is bought, for how much and from what balance, and what is signed',
    {},
    [
      ...['1 pack at $24.99$24.99417.90 WAX', 'Total$24.99 417.90 WAX', 'Your balance2,000.00 WAXleaves 1,582.10'],
      ...['You sign once. It does two things:', `Sends 417.90 WAX from alice.wam to ${network.gameContract}`],
      ...['Takes 1 pack of Opening Drive at $0.0598 a WAX', '20 per account. Yours so far: 0.', 'Buy 1 pack'],
    ],
  ],
  [
    'it in Spanish',
    {},
    ['2000,00 WAX', 'Comprar 1 sobre', 'Total$24,99 417,90 WAX', 'Firmas una vez y pasan dos cosas:'],
    'es',
  ],
  // 417.90 and one hundredth more.
  [
    'how far the price may move before it asks again',
    {},
    ['Up to 1% more, 422.08 WAX, we go on; above that we ask you first.'],
  ],
  [
    'when more can be bought',
    { drops: [dropRow({ account_limit_cooldown: 5400 })], claims: [claimRow(1)] },
    ['Yours so far: 1.', 'You can buy more 90 minutes after your last purchase.'],
  ],
  [
    'what is short, because a balance is rounded down and a price up',
    { accounts: [{ balance: '417.89100000 WAX' }] },
    ['You have 417.89', '1 pack costs 417.90', '0.01 WAX short'],
  ],
  ['a dash for what it does not know', { accounts: () => new Response('', { status: 503 }) }, ['— WAX']],
])('shows %s', async (_, changes, texts, language) => {
  const { says, container } = await open(tables(changes), language)
  for (const text of texts) await says(text)
  // Of a price that follows the median it is not said that it is fixed.
  expect(container.textContent).not.toContain('fixed in WAX')
})

it.each([
  ['anchor', 'Anchor'],
  ['wax', 'Cloud Wallet'],
  ['wombat', 'Wombat Wallet'],
] as const)('names the wallet: %s', async (name, text) => {
  setUser({ ...alice, wallet: name })
  const { says } = await open()
  await says(`Asks ${text} for your signature.`)
})

it('draws a limit up to five as cells: bought, chosen, free, and what cannot be had', async () => {
  const drops = [dropRow({ account_limit: 5, current_claimed: 2998 })]
  const { container, says, press, submit } = await open(tables({ drops, claims: [claimRow(2)] }))
  await says('5 per account. Yours so far: 2.')
  const cells = () =>
    [...container.querySelectorAll('fieldset > *')].map((cell) => [
      cell.textContent,
      cell.getAttribute('aria-pressed') ?? '',
      cell.getAttribute('aria-disabled') ?? '',
    ])
  expect(cells()).toEqual([
    ['−', '', 'true'],
    ['Yours: 1', '', ''],
    ['Yours: 2', '', ''],
    ['3', 'true', 'false'],
    ['4', 'false', 'false'],
    // Two are left in all.
    ['5', 'false', 'true'],
    ['+', '', 'false'],
  ])
  await press('2 packs')
  expect(submit().textContent).toBe('Buy 2 packs')
  await press('3 packs')
  expect(submit().textContent).toBe('Buy 2 packs')
  expect(container.querySelector('input[type=number]')).toBeNull()
  // So few that it is said largest.
  expect(container.textContent).toContain('2 packs left')
})

it('steps the quantity between one and what can be bought', async () => {
  const { container, input, press, write, button } = await opened()
  expect(button('One pack fewer').getAttribute('aria-disabled')).toBe('true')
  await press('One pack fewer')
  expect(input().value).toBe('1')
  await press('One pack more')
  expect(input().value).toBe('2')
  expect(container.textContent).toContain('Total$49.98 835.79 WAX')
  await write('20')
  expect(button('One pack more').getAttribute('aria-disabled')).toBe('true')
  await press('One pack more')
  expect(input().value).toBe('20')
})

it('shows a price in WAX as WAX and charges just that, whether there is a median or not', async () => {
  const { container, says, write, buy } = await opened(
    tables({ drops: [dropRow({ listing_price: '125.00000000 WAX' })], datapoints: [] }),
  )
  await write('3')
  expect(container.textContent).toContain('3 packs at 125.00 WAX375.00 WAX')
  expect(container.textContent).toContain('Total375.00 WAX')
  expect(container.textContent).not.toContain('$')
  expect(container.textContent).toContain('The price is fixed in WAX.')
  const signed = signedActions()
  await buy()
  await says('3 packs are yours')
  expect(signed).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ name: 'transfer', data: expect.objectContaining({ quantity: '375.00000000 WAX' }) }),
    expect.objectContaining({ name: 'buypack', data: expect.objectContaining({ intended_delphi_median: '0' }) }),
  ])
})

it.each([
  ['en', '0.00000000 WAX', '1 packFree', 'TotalFree'],
  ['es', '0.00 USD', '1 sobreGratis', 'TotalGratis'],
] as const)('shows a free pack as free and transfers nothing: %s', async (language, listing_price, each, total) => {
  const { container, buy } = await open(tables({ drops: [dropRow({ listing_price })], accounts: [] }), language)
  expect(container.textContent).toContain(each)
  expect(container.textContent).toContain(total)
  const signed = signedActions()
  await buy()
  await eventually(() => expect(signed).toHaveBeenCalledOnce())
  expect(signed).toHaveBeenCalledWith([expect.objectContaining({ name: 'buypack' })])
})

it('says of a price in another token that it cannot be paid here, and asks no wallet', async () => {
  const { says, buy } = await open(tables({ drops: [dropRow({ listing_price: '12.0000 TLM' })] }))
  await says('priced in another token. It cannot be bought here.')
  await buy()
  await says('priced in another token. It cannot be bought here.')
  expect(wallet.transact).not.toHaveBeenCalled()
})

it.each<[string, Tables, string, string]>([
  ['no number', {}, '', 'Choose a number of packs from 1 to 100.'],
  ['none', {}, '0', 'Choose a number of packs from 1 to 100.'],
  ['more than are left', { drops: [dropRow({ current_claimed: 2998 })] }, '3', 'Only 2 left. Choose fewer packs.'],
  [
    'more than an account may buy',
    { claims: [claimRow(18)] },
    '3',
    'An account may buy 20, and yours can still take 2.',
  ],
])('says what speaks against it before anything is pressed: %s', async (_, changes, quantity, text) => {
  const { write, says, input, container } = await open(tables(changes))
  await write(quantity)
  await says(text)
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(
    container.querySelector(`#${CSS.escape(input().getAttribute('aria-describedby') ?? '')}`)?.textContent,
  ).toContain(text)
})

it('asks no wallet for what would be refused, but looks again', async () => {
  const served = tables({ accounts: [] })
  const { says, status, buy, press, container } = await open(served)
  await says('417.90 WAX short')
  expect(container.textContent).toContain('You can buy WAX on an exchange or inside Cloud Wallet. Send it to alice.wam')
  await press('Look again')
  await says('417.90 WAX short')
  served.accounts = [{ balance: '500.00000000 WAX' }]
  await press('Look again')
  await says('500.00 WAX')
  await eventually(() => expect(status()).toBe(''))
  expect(wallet.transact).not.toHaveBeenCalled()
  await buy()
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it.each<[string, Tables, (opened: Awaited<ReturnType<typeof open>>, served: Tables) => Promise<void>]>([
  [
    'Buy more',
    {},
    async ({ buy, says }) => {
      await buy()
      await says('1 pack is yours')
    },
  ],
  [
    'Not now, keep my order',
    {},
    async ({ buy, says }, served) => {
      served.datapoints = [pointRow(590)]
      await buy()
      await says('The WAX price moved')
    },
  ],
  [
    'Take 1 pack instead',
    { accounts: [{ balance: '500.00000000 WAX' }] },
    async ({ write, says }) => {
      await write('2')
      await says('335.79 WAX short')
    },
  ],
])('keeps who uses a keyboard in the slip where what they press goes away: %s', async (name, changes, come) => {
  const served = tables(changes)
  const opened = await open(served)
  await opened.says(/\d WAX(leaves|$)?/)
  await opened.says('Your balance')
  await come(opened, served)
  opened.button(name).focus()
  await opened.press(name)
  await opened.says('Buy 1 pack')
  expect(document.activeElement).toBe(opened.container.querySelector('[data-slip]'))
})

it('leaves the number to who is writing it, where it goes beyond the balance and back', async () => {
  const { says, input, write, press, button } = await open(tables({ accounts: [{ balance: '500.00000000 WAX' }] }))
  await says('500.00 WAX')
  const field = input()
  const more = button('One pack more')
  field.focus()
  await write('10')
  await says('WAX short')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('10')
  await write('')
  await says('Choose a number of packs')
  await write('1')
  await says('Buy 1 pack')
  expect(document.activeElement).toBe(field)
  more.focus()
  await press('One pack more')
  await says('335.79 WAX short')
  expect(document.activeElement).toBe(more)
})

it('says nothing of what was short once fewer packs are taken', async () => {
  const { says, status, press, write } = await open(tables({ accounts: [{ balance: '500.00000000 WAX' }] }))
  await says('500.00 WAX')
  await write('2')
  await press('Look again')
  await says('335.79 WAX short')
  await press('Take 1 pack instead')
  await says('Buy 1 pack')
  expect(status()).toBe('')
})

it('says where it stands: preparing, waiting for the wallet, sending, done', async () => {
  chain.says = 'nothing'
  const finish = held()
  const { says, container, write, buy, submit } = await opened()
  await write('2')
  await buy()
  await says('Waiting for Anchor')
  await says('Sign there to buy')
  expect(container.querySelector('[role=timer]')?.textContent).toMatch(
    /^[01] minutes? \d+ seconds?$|^0 days 0 hours [12] minutes? \d+ seconds?$/,
  )
  expect(submit()).toBeNull()
  await act(async () => store.set('medianPrice', 500n))
  expect(container.textContent).toContain(`835.79 WAX to ${network.gameContract}`)
  expect(wallet.transact).toHaveBeenCalledOnce()
  await act(async () => finish())
  await says('Signed. Sending it to the chain…')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await says('2 packs are yours')
  expect(container.querySelector('[data-transaction]')?.getAttribute('data-transaction')).toBe('ab'.repeat(32))
  expect(document.activeElement?.textContent).toBe('2 packs are yours')
  // The receipt says it: a toast would stand over it.
  expect(wallet.toast).not.toHaveBeenCalled()
})

it.each([
  ['wax', true],
  ['anchor', false],
  ['wombat', false],
] as const)('speaks of a window that a browser blocks only of a wallet that has one: %s', async (name, has) => {
  held()
  const { says, container, buy } = await opened()
  await act(async () => setUser({ ...alice, wallet: name }))
  await buy()
  await says('Sign there to buy')
  expect(container.textContent?.includes('No window?')).toBe(has)
})

it('says that it is taking the price', async () => {
  wallet.transact.mockImplementationOnce(({ actions }) => {
    actions().catch(() => {})
    return new Promise(() => {})
  })
  const { status, buy } = await opened()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await buy()
  expect(status()).toBe('Taking the price…')
})

it('waits for no wallet after the request was closed while the price was taken', async () => {
  const { says, container, buy } = await opened()
  const gateway = fetch
  let answer = () => {}
  const ready = new Promise<void>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (address: string) => {
    await ready
    return gateway(address)
  })
  let made: Promise<unknown> = Promise.resolve()
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    made = actions().catch(() => {})
    throw new wallet.WalletError('cancelled', 'Closed')
  })
  await buy()
  await says('It is cancelled. Closed')
  await act(async () => {
    answer()
    await made
  })
  expect(container.textContent).not.toContain('Waiting for Anchor')
  await buy()
  await says('1 pack is yours')
})

it('keeps the quantity when the signature fails, and can be pressed again at once', async () => {
  failsWith('refused', 'Declined')
  const { says, input, write, status, buy } = await opened()
  await write('3')
  await buy()
  await says('It is refused. Declined')
  expect(input().value).toBe('3')
  await buy()
  await says('3 packs are yours')
  expect(status()).toBe('')
})

it('keeps quantity and outcome when it is closed and opened again', async () => {
  failsWith('popup-closed', 'Closed')
  const { press, says, input, write, render, container, buy } = await opened()
  await write('4')
  await buy()
  await says('It is popup-closed. Closed')
  await press('Close')
  expect(onClose).toHaveBeenCalledOnce()
  await render(<Forms dropId="" />)
  expect(container.querySelector('dialog')).toBeNull()
  await render(<Forms />)
  expect(input().value).toBe('4')
  await says('It is popup-closed. Closed')
  await write('2')
  expect(container.textContent).not.toContain('popup-closed')
})

it('asks again when the price moved, and buys at the new one after a yes', async () => {
  const served = tables()
  const { says, container, buy, submit } = await opened(served)
  served.datapoints = [pointRow(590)]
  await buy()
  await says('The WAX price moved')
  expect(container.querySelector('s')?.textContent).toBe('422.08')
  expect(submit().textContent).toBe('Buy at 423.56 WAX')
  expect(container.textContent).toContain('The price in dollars is the same: 1 pack, $24.99.')
  expect(document.activeElement?.textContent).toContain('423.56')
  // It may move back before anybody has read that.
  await act(async () => store.set('medianPrice', 598n))
  expect(container.textContent).toContain('417.90')
  expect(container.textContent).not.toMatch(/It is more|buys a little less/)
  await act(async () => store.set('medianPrice', 590n))
  expect(wallet.transact).toHaveBeenCalledOnce()
  expect(wallet.toast).not.toHaveBeenCalled()
  await buy()
  await says('1 pack is yours')
})

it.each<[string, Tables]>([
  ['the sale’s own price', { drops: [dropRow({ listing_price: '26.99 USD' })] }],
  ['what a code takes off', { partners: partnerRows.map((row) => ({ ...row, discount_bps: 0 })) }],
])('says of no other price that WAX alone moved: %s', async (_, changes) => {
  history.replaceState(null, '', '/?partner=buzzer')
  const served = tables()
  const { says, container, buy } = await opened(served)
  await says('Buzzer Club: 10% off.')
  Object.assign(served, changes)
  await buy()
  await says('The price changed')
  await says('It was more than you agreed to, so we sent nothing to your wallet.')
  expect(container.textContent).not.toMatch(/WAX price|is the same/)
})

it('needs no second press for a price that drifts a little, and signs the exact one', async () => {
  const served = tables()
  const signed = signedActions()
  const { says, buy } = await opened(served)
  served.datapoints = [pointRow(594)]
  await buy()
  await says('1 pack is yours')
  expect(signed.mock.calls[0]?.[0]).toMatchObject([{ data: { quantity: '420.70707071 WAX' } }, {}])
})

it('puts the order away unspent when the price moved', async () => {
  const served = tables()
  const { says, buy, press, input, write } = await opened(served)
  await write('2')
  served.datapoints = [pointRow(590)]
  await buy()
  await says('The WAX price moved')
  await press('Not now, keep my order')
  expect(input().value).toBe('2')
})

it('shows a price that it did not know, and calls it no other than before', async () => {
  const served = tables()
  const { says, container, status, buy } = await opened(served)
  served.datapoints = () => new Response('', { status: 503 })
  await act(async () => store.set('medianPrice', null))
  await says('There is no price in WAX right now.')
  await buy()
  await says('The price could not be read.')
  served.datapoints = [pointRow(590)]
  await buy()
  await says('Total$24.99 423.56 WAX')
  await eventually(() => expect(status()).toBe(''))
  expect(wallet.transact).not.toHaveBeenCalled()
  await buy()
  await says('1 pack is yours')
  expect(container.textContent).not.toContain('moved')
})

it('shows no amount that nobody pays while it only looks', async () => {
  const { says, container, buy } = await opened()
  await act(async () => store.set('medianPrice', null))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await buy()
  await says('Taking the price…')
  expect(container.textContent).toContain('Total$24.99 — WAX')
})

it.each([
  ['closed', () => <Forms dropId="" />],
  ['gone with its page', () => <i />],
])('says what stopped a purchase whose form is %s', async (_, elsewhere) => {
  let ready = () => {}
  wallet.transact.mockImplementationOnce(async (request) => {
    await new Promise<void>((resolve) => {
      ready = resolve
    })
    await request.actions()
    return sign(request)
  })
  const served = tables()
  const { render, buy } = await opened(served)
  await buy()
  await render(elsewhere())
  served.datapoints = [pointRow(590)]
  await act(async () => ready())
  await eventually(() => expect(wallet.toast).toHaveBeenCalled())
  expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({
    kind: 'error',
    text: 'Opening Drive',
    more: 'The price moved to 423.56 WAX. Press again to buy at this price.',
  })
})

it('goes on when its page is left, and is there with its quantity for who comes back', async () => {
  const finish = held()
  const { says, render, write, buy } = await opened()
  await write('3')
  await buy()
  await says('Waiting for Anchor')
  await render(<i />)
  await render(<Forms />)
  await says('Waiting for Anchor')
  await says('Opening Drive: 3 packs to you')
  expect(wallet.transact).toHaveBeenCalledOnce()
  await render(<i />)
  await act(async () => finish())
  // Where nothing shows it, what follows the records tells it.
  expect(recordsOf(chainId, alice.accountName)[0]).toMatchObject({ state: 'seen', isTold: false })
  await render(<Forms />)
  await says('3 packs are yours')
  expect(recordsOf(chainId, alice.accountName)[0]?.isTold).toBe(true)
})

it('repeats nothing of what the wallet has said while it was closed', async () => {
  const served = tables()
  const { says, render, buy } = await opened(served)
  const finish = held(() => {
    throw new wallet.WalletError('refused', 'Declined')
  })
  await buy()
  await says('Waiting for Anchor')
  await render(<Forms dropId="" />)
  await act(async () => finish())
  await eventually(() => expect(wallet.explain).toHaveBeenCalledOnce())
  await act(async () => {})
  await render(<Forms />)
  await says('It is refused. Declined')
  expect(wallet.toast).not.toHaveBeenCalled()
})

it('goes on with a purchase while it is closed, and when its drop is sold out and gone', async () => {
  const finish = held()
  const { says, render, buy } = await opened()
  await buy()
  await says('Waiting for Anchor')
  await act(async () => store.set('rowDrops', []))
  await says('Waiting for Anchor')
  await render(<Forms dropId="" />)
  await act(async () => finish())
  await render(<Forms />)
  await says('1 pack is yours')
})

it('shows the form anew at the next press after a purchase whose receipt was read', async () => {
  const { says, render, container, buy, submit } = await opened()
  await buy()
  await says('1 pack is yours')
  await render(<Forms dropId="" />)
  await render(<Forms />)
  expect(container.textContent).not.toContain('1 pack is yours')
  expect(submit().type).toBe('submit')
})

it('buys more after a purchase', async () => {
  const { press, says, input, write, buy } = await opened()
  await write('2')
  await buy()
  await says('2 packs are yours')
  await press('Buy more')
  expect(input().value).toBe('1')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('offers to log in when the user has left meanwhile', async () => {
  const { press } = await opened()
  await act(async () => setUser(null))
  await press('Login to Buy')
  expect(wallet.login).toHaveBeenCalledOnce()
  expect(wallet.transact).not.toHaveBeenCalled()
})

it('has a form of its own for each drop', async () => {
  const { write, render, input } = await open(
    tables({ drops: [dropRow(), dropRow({ drop_id: 102, name: 'First Snap' })] }),
  )
  await write('3')
  await render(<Forms dropId="102" />)
  expect(input().value).toBe('1')
  await render(<Forms dropId="101" />)
  expect(input().value).toBe('3')
})

it('explains what the chain refuses by what it depends on now, and loses nothing', async () => {
  const served = tables()
  chain.says = { kind: 'chain', message: 'Price moved, please try again' }
  const { says, buy, submit } = await opened(served)
  const finish = held((request) => {
    served.datapoints = [pointRow(590)]
    return sign(request)
  })
  await buy()
  await says('Waiting for Anchor')
  await act(async () => finish())
  await says('The WAX price moved')
  await says('The chain refused your order, and you paid nothing.')
  expect(submit().textContent).toBe('Buy at 423.56 WAX')
  chain.says = 'has'
  await buy()
  await says('1 pack is yours')
})

it('has the page loaded again where what signs did not load: Chromium never asks for it again', async () => {
  const { says, buy } = await opened()
  for (const call of [wallet.transact, wallet.explain]) call.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await buy()
  await says('did not load. Check your connection and load the page again.')
})

it.each([
  ['at once', 0],
  ['before the wallet is asked again', 1],
  ['when the claims are read for something else', 2],
])('takes no node’s word for a refusal of what the chain has: %s', async (_, late) => {
  const served = tables()
  chain.says = { kind: 'chain', message: 'Sold out' }
  const { says, buy } = await opened(served)
  const finish = held((request) => {
    if (late === 0) served.claims = [claimRow(1)]
    return sign(request)
  })
  await buy()
  await says('Waiting for Anchor')
  await act(async () => finish())
  if (late > 0) {
    await says('It is chain. Sold out')
    served.claims = [claimRow(1)]
    if (late === 1) await buy()
    else await act(async () => void (await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })))
  }
  await says('1 pack is yours')
  expect(wallet.transact).toHaveBeenCalledTimes(late === 1 ? 2 : 1)
  expect(recordsOf(chainId, alice.accountName)).toHaveLength(1)
})

it('buys nothing at a press that finds another pack’s refused purchase made, and says so', async () => {
  const served = tables()
  chain.says = { kind: 'chain', message: 'Sold out' }
  const { says, buy, write, container } = await opened(served)
  sign({ subject: () => ({ kind: 'purchase', dropId: '102', dropName: 'Drill', quantity: '1', deposit: '1' }) })
  served.claims = [{ ...claimRow(1), drop_id: 102 }]
  chain.says = 'has'
  await buy()
  await says('A purchase of yours that was refused went through after all.')
  expect(recordsOf(chainId, alice.accountName).map(({ state }) => state)).toEqual(['seen'])
  await write('2')
  expect(container.textContent).not.toContain('went through after all')
  await buy()
  await says('2 packs are yours')
})

it('asks no wallet where the refusal is taken back while it gets ready, and the purchase is irreversible by then', async () => {
  const served = tables()
  chain.says = { kind: 'chain', message: 'Sold out' }
  const { says, buy } = await opened(served)
  await buy()
  await says('It is chain. Sold out')
  chain.says = 'nothing'
  const rows = { name: 'rows', has: true, head: 4713, irreversible: { block: 4713, time: 0 }, areProof: false } as const
  wallet.transact.mockImplementationOnce(async (request) => {
    served.claims = [claimRow(1)]
    await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })
    await vi.waitFor(() => expect(recordsOf(chainId, alice.accountName)[0]?.state).toBe('seen'))
    const id = recordsOf(chainId, alice.accountName)[0]?.id ?? ''
    for (let times = 0; times < 2; times += 1) noteRecord(id, rows, Date.now())
    await request.actions()
    return sign(request)
  })
  await buy()
  await says('1 pack is yours')
  expect(recordsOf(chainId, alice.accountName).map(({ state }) => state)).toEqual(['final'])
})

it('goes on showing what was bought after a refusal when the claims take that back', async () => {
  const served = tables()
  chain.says = { kind: 'chain', message: 'Sold out' }
  const { says, buy, container } = await opened(served)
  await buy()
  await says('It is chain. Sold out')
  chain.says = 'nothing'
  await buy()
  await says('Signed. Sending it to the chain…')
  served.claims = [claimRow(1)]
  await act(async () => void (await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })))
  const states = recordsOf(chainId, alice.accountName).map(({ state, isTold }) => `${state} ${isTold}`)
  expect(states.toSorted()).toEqual(['seen false', 'sent false'])
  expect(container.textContent).toContain('Signed. Sending it to the chain…')
})

it('signs with a code that is still being looked up', async () => {
  history.replaceState(null, '', '/?partner=buzzer')
  const served = tables()
  const { says, buy } = await opened(served)
  await act(async () => store.set('partnersCodes', null))
  await says('Looking the code up')
  const signed = signedActions()
  await buy()
  await says('1 pack is yours')
  expect(signed.mock.calls[0]?.[0]).toMatchObject([
    { data: { quantity: '376.10367893 WAX' } },
    { data: { partner_code: 'buzzer' } },
  ])
})

it.each([
  ['what it bought', () => {}, '1 pack is yours'],
  ['why its purchase failed', () => failsWith('refused', 'Declined'), 'It is refused. Declined'],
])('says to an account alone %s', async (_, wallets, text) => {
  wallets()
  const { says, buy, container } = await opened()
  await buy()
  await says(text)
  await act(async () => setUser({ ...alice, accountName: 'bob.wam' }))
  expect(container.textContent).not.toContain(text)
  await act(async () => setUser(alice))
  await says(text)
})

it('says to another account that somebody else’s wallet is asked, and not to sign there', async () => {
  const finish = held()
  const { says, buy, container } = await opened()
  await buy()
  await says('Waiting for Anchor')
  await act(async () => setUser({ ...alice, accountName: 'bob.wam', wallet: 'wax' }))
  await says('Another tab of this site is buying.')
  expect(container.textContent).not.toMatch(/Waiting for|Sign there/)
  await buy()
  expect(wallet.transact).toHaveBeenCalledOnce()
  await act(async () => setUser(alice))
  await says('Waiting for Anchor')
  await act(async () => finish())
  await says('1 pack is yours')
})

it('explains what the chain refuses by what was signed, and not by what was pressed for on this page', async () => {
  failsWith('refused', 'Declined')
  const { says, buy, write } = await opened()
  await write('4')
  await buy()
  await says('It is refused. Declined')
  chain.says = { kind: 'chain', message: 'Something else' }
  const drops = (store.get('rowDrops') ?? []).map((drop) => ({ ...drop, sold: drop.most - 3n }))
  await serve(tables({ drops: [dropRow({ current_claimed: 2997 })] }))
  await act(async () => {
    store.set('rowDrops', drops)
    endPress('101', null, alice.accountName)
    const subject = { kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '5' } as const
    sign({ subject: () => subject })
  })
  await says('It is chain. Something else')
})

it.each([
  ['also to who closed the slip while that was looked up', alice, ['It is chain. Something else']],
  ['to nobody who has logged in since', { ...alice, accountName: 'bob.wam' }, []],
])('says why the chain refused a purchase %s', async (_, user, told) => {
  const { buy, says } = await opened()
  let answer = () => {}
  const gateway = fetch
  wallet.transact.mockImplementationOnce(async (request) => {
    await request.actions()
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', async (...asked: Parameters<typeof fetch>) => {
      await isAnswered
      return gateway(...asked)
    })
    return sign(request)
  })
  chain.says = { kind: 'chain', message: 'Something else' }
  await buy()
  await says('Signed. Sending it to the chain…')
  // Its end is told by the slip: nobody else tells it.
  expect(recordsOf(chainId, alice.accountName)[0]).toMatchObject({ state: 'refused', isTold: true })
  await clearShown()
  setUser(user)
  answer()
  await eventually(() => expect(wallet.explain).toHaveBeenCalled())
  await act(async () => {})
  expect(wallet.toast.mock.calls).toEqual(told.map((more) => [{ kind: 'error', text: 'Opening Drive', more }]))
})

it('takes back what was undone, and says it again once the chain has it again', async () => {
  const { says, buy, container } = await opened()
  await buy()
  await says('1 pack is yours')
  const rows = { name: 'rows', has: false, head: 4713, irreversible: null, areProof: true } as const
  await act(async () => void noteRecord(recordsOf(chainId, alice.accountName)[0]?.id ?? '', rows, Date.now()))
  await says('The chain has replaced the block that had your purchase.')
  expect(container.textContent).not.toContain('is yours')
  // The slip says it: no toast does.
  expect(recordsOf(chainId, alice.accountName)[0]?.isTold).toBe(true)
  await act(async () => advanceLast(alice.accountName))
  await says('1 pack is yours')
})

it('believes a refusal of what was undone, whose row the gateway may have still', async () => {
  const served = tables()
  const { says, buy } = await opened(served)
  await buy()
  await says('1 pack is yours')
  const id = recordsOf(chainId, alice.accountName)[0]?.id ?? ''
  const note = (evidence: Parameters<typeof noteRecord>[1]) =>
    act(async () => void noteRecord(id, evidence, Date.now()))
  await note({ name: 'rows', has: false, head: 4713, irreversible: null, areProof: true })
  const problem = { kind: 'chain', message: 'Sold out', detail: '' }
  await note({ name: 'refused', problem, knowsSince: 1, askedAt: Date.now() })
  await says('It is chain. Sold out')
  served.claims = [claimRow(1)]
  await act(async () => void (await rowAvailableDropsToClaim(network, alice.accountName, { maxAge: 0 })))
  await says('It is chain. Sold out')
  expect(recordsOf(chainId, alice.accountName)[0]?.state).toBe('refused')
})

it('buys nothing while it is not known how the last one ended, of another pack, and says so until it is', async () => {
  const { buy, says, status } = await opened()
  chain.says = 'nothing'
  sign({ subject: () => ({ kind: 'purchase', dropId: '102', dropName: 'Drill', quantity: '1', deposit: '1' }) })
  wallet.transact.mockRejectedValueOnce(new wallet.WalletError('underway', 'not known yet'))
  await buy()
  await says('We do not know yet how your last purchase ended.')
  chain.says = 'has'
  await act(async () => advanceLast(alice.accountName))
  await eventually(() => expect(status()).toBe(''))
})
