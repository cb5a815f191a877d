// @vitest-environment jsdom
import { ask, forgetUser, rememberUser, siteQuestions, useDrops } from '@fieldhouse/chain-data'
import { store } from '@fieldhouse/chain-data/host'
import type { Language } from '@fieldhouse/contract'
import { eventually, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { claimRow, dropRow, pointRow, serveTables, type Tables, tables } from '../testing/fake-gateway'
import { alice, setUser, wallet } from '../testing/fake-wallet'
import { clearOrders } from './orders'
import { PurchaseForms } from './PurchaseForms'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)

const { network } = testRoot().settings
const onClose = vi.fn()

beforeEach(() => {
  withDialogs()
  HTMLElement.prototype.scrollIntoView = () => {}
  rememberUser(alice.accountName)
  setUser(alice)
})
afterEach(async () => {
  await clearShown()
  clearOrders()
  setUser(null)
  forgetUser(alice.accountName)
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function Forms({ dropId = '101' }: { dropId?: string }) {
  const drops = useDrops('football')
  return drops && <PurchaseForms drops={drops} dropId={dropId} onClose={onClose} />
}

/** Opens the form of drop 101 on a page that knows what the gateway serves. */
const open = async (served: Tables = tables(), language: Language = 'en') => {
  serveTables(served)
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  await ask(siteQuestions.median(network), { maxAge: 0 })
  const { container, render } = await show(<Forms />, language)
  const form = () => container.querySelector('dialog') as HTMLDialogElement
  const button = (name: string) =>
    [...form().querySelectorAll('button')].find(
      (found) => (found.ariaLabel ?? found.getAttribute('aria-label') ?? found.textContent) === name,
    ) as HTMLButtonElement
  const input = () => form().querySelector('input') as HTMLInputElement
  const write = (value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), value)
      input().dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (name: string) => act(async () => button(name).click())
  const status = () => form().querySelector('[role=status]')?.textContent ?? ''
  const says = (text: string) => eventually(() => expect(form().textContent).toContain(text))
  return { container, render, form, button, input, write, press, status, says }
}
const BUY = 'Buy with Anchor'

it('shows what is bought, for how much and from what balance', async () => {
  const { form, says } = await open()
  await says('2,000.00 WAX')
  expect(form().textContent).toContain('Eight cards to build a first squad around.')
  expect(form().textContent).toContain('Walk-on52%')
  expect(form().textContent).toContain('Rafters0.7%')
  expect(form().textContent).toContain('$24.99 USD 417.90 WAX')
  expect(form().textContent).toContain('Up to 5')
  expect(document.getElementById(form().getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Opening Drive')
})

it('says it in Spanish', async () => {
  const { form, says } = await open(tables(), 'es')
  await says('2000,00 WAX')
  expect(form().textContent).toContain('Comprar con Anchor')
  expect(form().textContent).toContain('24,99')
  expect(form().textContent).toContain('Cantera52\u00a0%')
  expect(form().textContent).toContain('Leyenda0,7\u00a0%')
})

it.each([
  ['anchor', 'Buy with Anchor'],
  ['wax', 'Buy with Cloud Wallet'],
  ['wombat', 'Buy with Wombat Wallet'],
] as const)('names the wallet: %s', async (name, text) => {
  setUser({ ...alice, wallet: name })
  const { button } = await open()
  expect(button(text).type).toBe('submit')
})

it('steps the quantity between one and what can be bought', async () => {
  const { form, input, press, write, button, says } = await open()
  await says('2,000.00 WAX')
  expect(button('One pack fewer').getAttribute('aria-disabled')).toBe('true')
  await press('One pack fewer')
  expect(input().value).toBe('1')
  await press('One pack more')
  expect(input().value).toBe('2')
  expect(form().textContent).toContain('$49.98 USD 835.79 WAX')
  await write('5')
  expect(button('One pack more').getAttribute('aria-disabled')).toBe('true')
  await press('One pack more')
  expect(input().value).toBe('5')
})

it('rounds a balance down and a price up: what is short shows', async () => {
  const { form, says } = await open(tables({ accounts: [{ balance: '417.89100000 WAX' }] }))
  await says('417.89 WAX')
  expect(form().textContent).toContain('$24.99 USD 417.90 WAX')
  expect(form().textContent).toContain('0.01 WAX are missing')
})

it('shows a price in WAX as WAX and charges just that, whether there is a median or not', async () => {
  const { form, says, write, press } = await open(
    tables({ drops: [dropRow({ listing_price: '125.00000000 WAX' })], datapoints: [] }),
  )
  await says('2,000.00 WAX')
  await write('3')
  expect(form().textContent).toContain('One pack125.00 WAX')
  expect(form().textContent).toContain('Total375.00 WAX')
  expect(form().textContent).not.toContain('$')
  const signed = vi.fn()
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    signed(await actions())
    return { transactionId: 'cd'.repeat(32), block: 4712 }
  })
  await press(BUY)
  await says('3 packs are yours')
  expect(signed).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ name: 'transfer', data: expect.objectContaining({ quantity: '375.00000000 WAX' }) }),
    expect.objectContaining({ name: 'buypack', data: expect.objectContaining({ intended_delphi_median: '0' }) }),
  ])
})

it.each([
  ['en', '0.00000000 WAX', 'One packFree', 'TotalFree'],
  ['es', '0.00 USD', 'Un sobreGratis', 'TotalGratis'],
] as const)('shows a free pack as free and transfers nothing: %s', async (language, listing_price, each, total) => {
  const { form, press } = await open(tables({ drops: [dropRow({ listing_price })], accounts: [] }), language)
  expect(form().textContent).toContain(each)
  expect(form().textContent).toContain(total)
  const signed = vi.fn()
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    signed(await actions())
    return { transactionId: 'cd'.repeat(32), block: 4712 }
  })
  await press(language === 'en' ? BUY : 'Comprar con Anchor')
  await eventually(() => expect(signed).toHaveBeenCalledOnce())
  expect(signed).toHaveBeenCalledWith([expect.objectContaining({ name: 'buypack' })])
})

it('says of a price in another token that it cannot be paid here, and asks no wallet', async () => {
  const { says, press } = await open(tables({ drops: [dropRow({ listing_price: '12.0000 TLM' })] }))
  await says('priced in another token. It cannot be bought here.')
  await press(BUY)
  await says('priced in another token. It cannot be bought here.')
  expect(wallet.transact).not.toHaveBeenCalled()
})

it('follows the median', async () => {
  const { form } = await open()
  await act(async () => store.set('medianPrice', 600n))
  expect(form().textContent).toContain('$24.99 USD 416.50 WAX')
})

it.each<[string, Tables, string, string]>([
  ['no number', {}, '', 'Choose a number of packs from 1 to 100.'],
  ['none', {}, '0', 'Choose a number of packs from 1 to 100.'],
  ['more than are left', { drops: [dropRow({ current_claimed: 2998 })] }, '3', 'Only 2 left. Choose fewer packs.'],
  ['more than an account may buy', { claims: [claimRow(3)] }, '3', 'An account may buy 5, and yours can still take 2.'],
  ['a limit that is reached', { claims: [claimRow(5)] }, '1', 'Your account has bought 5, which is the limit.'],
  [
    'a limit that passes',
    { drops: [dropRow({ account_limit_cooldown: 60 })], claims: [claimRow(5)] },
    '1',
    'which is the limit for now. Try again a little later.',
  ],
  [
    'a balance that is too small',
    { accounts: [{ balance: '100.00000000 WAX' }] },
    '1',
    'Your balance is too small: 317.90 WAX are missing.',
  ],
  ['an invitation that is missing', { drops: [dropRow({ auth_required: 1 })] }, '1', 'for invited accounts only'],
])('says what speaks against it before anything is pressed: %s', async (_, changes, quantity, text) => {
  const { write, says, input, form } = await open(tables(changes))
  await write(quantity)
  await says(text)
  expect(input().getAttribute('aria-invalid')).toBe('true')
  expect(form().querySelector(`#${CSS.escape(input().getAttribute('aria-describedby') ?? '')}`)?.textContent).toContain(
    text,
  )
})

it('asks no wallet for what would be refused, but looks again', async () => {
  const served = tables({ accounts: [] })
  const { press, says, status } = await open(served)
  await says('417.90 WAX are missing')
  await press(BUY)
  await says('417.90 WAX are missing')
  served.accounts = [{ balance: '500.00000000 WAX' }]
  await press(BUY)
  await says('500.00 WAX')
  await eventually(() => expect(status()).toBe(''))
  expect(wallet.transact).not.toHaveBeenCalled()
  await press(BUY)
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('says where it stands: preparing, waiting for the wallet, sending, done', async () => {
  const turn = { wallet: () => {}, chain: () => {} }
  wallet.transact.mockImplementationOnce(async ({ actions, onSigned }) => {
    await actions()
    await new Promise<void>((resolve) => {
      turn.wallet = resolve
    })
    onSigned?.()
    await new Promise<void>((resolve) => {
      turn.chain = resolve
    })
    return { transactionId: 'cd'.repeat(32), block: 4712 }
  })
  const { press, says, button, form, write } = await open()
  await says('2,000.00 WAX')
  await write('2')
  await press(BUY)
  await says('Waiting for Anchor. Sign there to buy.')
  expect(button(BUY).getAttribute('aria-disabled')).toBe('true')
  expect(form().querySelector('input')?.readOnly).toBe(true)
  await act(async () => store.set('medianPrice', 500n))
  expect(form().querySelector('strong')?.textContent).toBe('835.79 WAX')
  await press(BUY)
  expect(wallet.transact).toHaveBeenCalledOnce()
  await act(async () => turn.wallet())
  await says('Signed. Sending it to the chain…')
  await act(async () => turn.chain())
  await says('2 packs are yours')
  expect(form().textContent).toContain('cd'.repeat(32))
  expect(document.activeElement?.textContent).toBe('2 packs are yours')
  expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({ kind: 'success', text: '2 packs are yours' })
})

it('says that it is taking the price', async () => {
  wallet.transact.mockImplementationOnce(({ actions }) => {
    void actions()
    return new Promise(() => {})
  })
  const { press, says, status } = await open()
  await says('2,000.00 WAX')
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await press(BUY)
  expect(status()).toBe('Taking the price…')
})

it('keeps the quantity when the signature fails, and can be pressed again at once', async () => {
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    await actions()
    throw new wallet.WalletError('refused', 'Declined')
  })
  const { press, says, input, write, status } = await open()
  await says('2,000.00 WAX')
  await write('3')
  await press(BUY)
  await says('It is refused. Declined')
  expect(input().value).toBe('3')
  await press(BUY)
  await says('3 packs are yours')
  expect(status()).toBe('')
})

it('keeps quantity and outcome when it is closed and opened again', async () => {
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    await actions()
    throw new wallet.WalletError('popup-closed', 'Closed')
  })
  const { press, says, input, write, render, container } = await open()
  await says('2,000.00 WAX')
  await write('4')
  await press(BUY)
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
  const { press, says, form } = await open(served)
  await says('2,000.00 WAX')
  served.datapoints = [pointRow(590)]
  await press(BUY)
  await says('The price moved to 423.56 WAX. Press again to buy at this price.')
  expect(form().textContent).toContain('$24.99 USD 423.56 WAX')
  expect(wallet.transact).toHaveBeenCalledOnce()
  expect(wallet.toast).not.toHaveBeenCalled()
  await press(BUY)
  await says('1 pack is yours')
})

it('shows a price that it did not know, and calls it no other than before', async () => {
  const served = tables()
  const { press, says, form, status } = await open(served)
  await says('2,000.00 WAX')
  served.datapoints = () => new Response('', { status: 503 })
  await act(async () => store.set('medianPrice', null))
  await says('There is no price in WAX right now.')
  await press(BUY)
  await says('The price could not be read.')
  served.datapoints = [pointRow(590)]
  await press(BUY)
  await says('$24.99 USD 423.56 WAX')
  await eventually(() => expect(status()).toBe(''))
  expect(wallet.transact).not.toHaveBeenCalled()
  await press(BUY)
  await says('1 pack is yours')
  expect(form().textContent).not.toContain('moved')
})

it('shows no amount that nobody pays while it only looks', async () => {
  const { press, says, form } = await open(tables({ accounts: [] }))
  await says('417.90 WAX are missing')
  await act(async () => store.set('medianPrice', null))
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  await press(BUY)
  await says('Taking the price…')
  expect(form().querySelector('strong')?.textContent).toBe('— WAX')
})

it.each([
  ['closed', () => <Forms dropId="" />],
  ['gone with its page', () => <i />],
])('says what stopped a purchase whose form is %s', async (_, elsewhere) => {
  let ready = () => {}
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    await new Promise<void>((resolve) => {
      ready = resolve
    })
    await actions()
    return { transactionId: 'cd'.repeat(32), block: 4712 }
  })
  const served = tables()
  const { press, says, render } = await open(served)
  await says('2,000.00 WAX')
  await press(BUY)
  await render(elsewhere())
  served.datapoints = [pointRow(590)]
  await act(async () => ready())
  await eventually(() => expect(wallet.toast).toHaveBeenCalled())
  expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({
    kind: 'error',
    text: 'Opening Drive: The price moved to 423.56 WAX. Press again to buy at this price.',
  })
})

/** Has the wallet keep the next transaction until what this answers is called; then it ends in the outcome, by default sent. */
function held(outcome = () => ({ transactionId: 'cd'.repeat(32), block: 4712 })): () => void {
  let finish = () => {}
  wallet.transact.mockImplementationOnce(async ({ actions }) => {
    await actions()
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return outcome()
  })
  return () => finish()
}

it('goes on when its page is left, and is there with its quantity for who comes back', async () => {
  const finish = held()
  const { press, says, render, write, input } = await open()
  await says('2,000.00 WAX')
  await write('3')
  await press(BUY)
  await says('Waiting for Anchor')
  await render(<i />)
  await render(<Forms />)
  await says('Waiting for Anchor')
  expect(input().value).toBe('3')
  await press(BUY)
  expect(wallet.transact).toHaveBeenCalledOnce()
  await render(<i />)
  await act(async () => finish())
  await eventually(() =>
    expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({ kind: 'success', text: '3 packs are yours' }),
  )
  await render(<Forms />)
  await says('3 packs are yours')
})

it('repeats nothing of what the wallet has said while it was closed', async () => {
  const served = tables()
  const { press, says, render } = await open(served)
  await says('2,000.00 WAX')
  const finish = held(() => {
    throw new wallet.WalletError('refused', 'Declined')
  })
  await press(BUY)
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
  const { press, says, render } = await open()
  await says('2,000.00 WAX')
  await press(BUY)
  await says('Waiting for Anchor')
  await act(async () => store.set('rowDrops', []))
  await says('Waiting for Anchor')
  await render(<Forms dropId="" />)
  await act(async () => finish())
  await eventually(() => expect(wallet.toast).toHaveBeenCalledOnce())
  await render(<Forms />)
  await says('1 pack is yours')
})

it('shows the form anew at the next press after a purchase whose receipt was read', async () => {
  const { press, says, render, button, form } = await open()
  await says('2,000.00 WAX')
  await press(BUY)
  await says('1 pack is yours')
  await render(<Forms dropId="" />)
  await render(<Forms />)
  expect(form().textContent).not.toContain('1 pack is yours')
  expect(button(BUY).type).toBe('submit')
})

it('buys more after a purchase', async () => {
  const { press, says, input, write } = await open()
  await says('2,000.00 WAX')
  await write('2')
  await press(BUY)
  await says('2 packs are yours')
  await press('Buy more')
  expect(input().value).toBe('2')
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('offers to log in when the user has left meanwhile', async () => {
  const { press, says } = await open()
  await says('2,000.00 WAX')
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

it('shows a dash for what it does not know', async () => {
  const { form } = await open(tables({ accounts: () => new Response('', { status: 503 }) }))
  expect(form().textContent).toContain('— WAX')
})
