import type { Transaction } from '@wharfkit/antelope'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { explain } from '../errors/explain'
import { freshChain, newKey, purchase } from '../transaction/testing/context'
import { outcome } from '../transaction/testing/outcome'
import { unpack } from '../transaction/testing/sign'
import type { Pages, Popup } from './testing/browser'
import { errorOf, setUp } from './testing/site'
import { added, obliging, signed } from './testing/wallet'

freshChain()
beforeEach(() => void vi.useFakeTimers())

describe('logging in with the Cloud Wallet', () => {
  it('answers the account with the permission active, through one window opened in the click', async () => {
    const { login, browser, gateway } = setUp()
    const addresses: URL[] = []
    const { onLogin } = browser.wallet
    browser.wallet.onLogin = (popup, address) => {
      addresses.push(address)
      onLogin(popup, address)
    }
    expect(await outcome(login())).toEqual({ accountName: 'alice.wam', requestPermission: 'active' })
    expect(browser.opened).toHaveLength(1)
    expect(addresses.map(({ origin, pathname }) => origin + pathname)).toEqual([
      'https://wallet.test/cloud-wallet/login',
    ])
    // Nothing but the window was asked: waxjs's own attempts go to an address that the policy forbids.
    expect(gateway.calls).toEqual([])
  })

  it('works where there is no Buffer, and leaves none behind', async () => {
    const { login, browser } = setUp()
    vi.stubGlobal('Buffer', undefined)
    try {
      const addresses: string[] = []
      const { onLogin } = browser.wallet
      browser.wallet.onLogin = (popup, address) => {
        addresses.push(address.search)
        onLogin(popup, address)
      }
      await outcome(login())
      expect(addresses).toEqual(['?v=MS43LjE%3D'])
      expect(globalThis.Buffer).toBeUndefined()
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('says what the empty window waits for', async () => {
    const { login, browser } = setUp()
    const done = outcome(login())
    expect(browser.popup.blank.body.textContent).toBe('Preparing request...')
    await done
  })

  it.each<[string, Partial<Pages> | null, string, string]>([
    ['a blocked window', null, 'popup-blocked', 'Your browser blocked the wallet'],
    ['a closed window', { onLogin: (popup) => popup.close() }, 'popup-closed', 'The wallet window was closed'],
    ['a refusal', { onLogin: (popup) => popup.say({ verified: false }) }, 'refused', 'Declined in your wallet'],
    ['a wallet without an account', { onLogin: (popup) => popup.say({ verified: true }) }, 'refused', 'No account yet'],
    ['an account that no chain has', obliging(newKey(), '<img>'), 'identity', 'Unable to verify identity'],
    ['a person who never answers', { onLogin: () => {} }, 'timeout', 'Wallet did not respond in time'],
  ])('explains %s', async (_, pages, kind, title) => {
    const { browser, login } = setUp()
    browser.allowed = pages !== null
    Object.assign(browser.wallet, pages)
    const error = await errorOf(login())
    expect([error.kind, explain(error, 'en').title]).toEqual([kind, title])
  })

  it('hears an answer though the page sees the window closed before it', async () => {
    const { login, browser } = setUp()
    const { onLogin } = browser.wallet
    browser.wallet.onLogin = (popup, address) => {
      setTimeout(() => popup.close(), 800)
      setTimeout(() => onLogin(popup, address), 1100)
    }
    expect((await outcome(login())).accountName).toBe('alice.wam')
  })

  it('does not listen to another origin or another window', async () => {
    const { login, browser } = setUp()
    const { onLogin } = browser.wallet
    browser.wallet.onLogin = (popup, address) => {
      const mallory = { verified: true, userAccount: 'mallory', pubKeys: [newKey().legacy] }
      popup.say(mallory, 'https://evil.test')
      window.postMessage(mallory, '*')
      onLogin(popup, address)
    }
    expect((await outcome(login())).accountName).toBe('alice.wam')
  })

  it('can be tried again at once after a closed window', async () => {
    const { login, browser, key } = setUp()
    browser.wallet.onLogin = (popup) => popup.close()
    await errorOf(login())
    browser.wallet = obliging(key)
    expect((await outcome(login())).accountName).toBe('alice.wam')
  })
})

describe('signing with the Cloud Wallet', () => {
  const loggedIn = async () => {
    const setup = setUp()
    await outcome(setup.login())
    return setup
  }

  it('lands both actions in one transaction, broadcast by us through the gateway', async () => {
    const { buy, gateway } = await loggedIn()
    const landed = await outcome(buy())
    expect(landed).toEqual({ transactionId: String(gateway.landed[0]?.id), block: 1001 })
    expect(gateway.landed[0]?.actions.map(({ name }) => String(name))).toEqual(['transfer', 'buypack'])
    expect(gateway.calls.map(({ name }) => name).filter((name) => /push|send/.test(name))).toEqual(['send_transaction'])
  })

  it('takes signed bytes as a plain list too, as waxjs does of an answer that was JSON', async () => {
    const { buy, browser, key, gateway } = await loggedIn()
    browser.wallet.onTransaction = (popup, { transaction }) => {
      const { serializedTransaction, signatures } = signed(transaction, key)
      popup.say({ type: 'TX_SIGNED', verified: true, signatures, serializedTransaction: [...serializedTransaction] })
    }
    expect((await outcome(buy())).transactionId).toBe(String(gateway.landed[0]?.id))
  })

  it('refers to the block 3 before the head and expires 180 s after it', async () => {
    const { buy, gateway } = await loggedIn()
    await outcome(buy())
    const [transaction] = gateway.landed
    expect(Number(transaction?.ref_block_num)).toBe(997)
    expect(transaction?.expiration.toMilliseconds()).toBe(Math.floor(gateway.time / 1000) * 1000 + 180_000)
  })

  it('needs the record of the user alone: one press and one window, and no login', async () => {
    const { buy, browser, context, gateway } = setUp()
    browser.wallet.onLogin = () => expect.unreachable('the wallet was asked for a login')
    expect(context.storage).toHaveLength(0)
    expect(await outcome(buy())).toMatchObject({ block: 1001 })
    expect(browser.opened).toHaveLength(1)
    // Which keys the account has is the wallet's and the chain's own affair.
    expect(gateway.calls.map(({ name }) => name).filter((name) => /account|keys/.test(name))).toEqual([])
    await outcome(buy(async () => purchase('alice.wam', '2.00000000 WAX')))
    expect(browser.opened).toHaveLength(2)
  })

  it('opens the window in the click, and asks for the actions with the window open', async () => {
    const { buy, browser } = await loggedIn()
    const order: string[] = []
    await outcome(
      buy(async () => {
        order.push(`quote with ${browser.opened.length - 1} window, at ${JSON.stringify(browser.popup.address)}`)
        return purchase()
      }),
    )
    expect(order).toEqual(['quote with 1 window, at ""'])
  })

  it.each<[string, (popup: Popup, transaction: Uint8Array) => void, string, string]>([
    ['a closed window', (popup) => popup.close(), 'popup-closed', 'The wallet window was closed'],
    ['a refusal', (popup) => popup.say({ type: 'TX_SIGNED', verified: false }), 'refused', 'Declined in your wallet'],
    [
      'missing signatures',
      (popup) => popup.say({ type: 'TX_SIGNED', verified: true }),
      'refused',
      'Declined in your wallet',
    ],
    [
      'an empty list of signatures',
      (popup, serializedTransaction) =>
        popup.say({ type: 'TX_SIGNED', verified: true, signatures: [], serializedTransaction }),
      'no-signature',
      'No signature returned from the wallet',
    ],
    ['a person who never answers', () => {}, 'timeout', 'Wallet did not respond in time'],
    [
      'a wrong signer',
      (popup, transaction) => popup.say({ type: 'TX_SIGNED', verified: true, ...signed(transaction, newKey()) }),
      'chain',
      'Signed by another account',
    ],
  ])('explains %s, and the same purchase can be tried again at once', async (_, answer, kind, title) => {
    const { buy, browser, key, gateway } = await loggedIn()
    browser.wallet.onTransaction = (popup, { transaction }) => answer(popup, transaction)
    const quotes = vi.fn(async () => purchase())
    const error = await errorOf(buy(quotes))
    expect([error.kind, explain(error, 'en').title]).toEqual([kind, title])
    expect(gateway.landed).toEqual([])
    browser.wallet = obliging(key)
    expect(await outcome(buy(quotes))).toMatchObject({ block: 1001 })
    expect(quotes).toHaveBeenCalledTimes(2)
  })

  it('explains a blocked window, and asks for no quote', async () => {
    const { buy, browser } = await loggedIn()
    browser.allowed = false
    const quotes = vi.fn(async () => purchase())
    expect((await errorOf(buy(quotes))).kind).toBe('popup-blocked')
    expect(quotes).not.toHaveBeenCalled()
  })

  it('closes the window when there is no quote', async () => {
    const { buy, browser } = await loggedIn()
    const error = await errorOf(buy(() => Promise.reject(new Error('The drop is gone'))))
    expect([error.kind, error.detail, browser.popup.closed]).toEqual(['unknown', 'The drop is gone', true])
  })

  it('ends a login that waits when another one is begun, and answers with the other', async () => {
    const { login, browser } = setUp()
    const { onLogin } = browser.wallet
    browser.wallet.onLogin = () => {}
    const first = errorOf(login())
    await vi.advanceTimersByTimeAsync(100)
    browser.wallet.onLogin = onLogin
    const second = outcome(login())
    expect((await first).kind).toBe('cancelled')
    expect(await second).toMatchObject({ accountName: 'alice.wam' })
  })

  it('ends one that waits when another is begun, as cancelled', async () => {
    const { buy, browser, key } = await loggedIn()
    browser.wallet.onTransaction = () => {}
    const first = errorOf(buy())
    await vi.advanceTimersByTimeAsync(3000)
    browser.wallet = obliging(key)
    const second = outcome(buy())
    expect((await first).kind).toBe('cancelled')
    expect(await second).toMatchObject({ block: 1001 })
    expect(browser.opened.map(({ closed }) => closed)).toEqual([true, true, true])
  })

  it('never shows the wallet the request of one that was ended before the wallet was ready', async () => {
    const { buy, browser, key, gateway } = await loggedIn()
    const shown: string[][] = []
    let isReady = false
    const wait = (popup: Popup) => (isReady ? popup.say({ type: 'READY' }) : setTimeout(() => wait(popup), 100))
    browser.wallet = { ...obliging(key), onReady: wait }
    const { onTransaction } = browser.wallet
    browser.wallet.onTransaction = (popup, message) => {
      shown.push(unpack(message.transaction).actions.map(({ name }) => String(name)))
      onTransaction(popup, message)
    }
    const first = errorOf(buy(async () => purchase().slice(0, 1)))
    await vi.advanceTimersByTimeAsync(500)
    const second = outcome(buy())
    expect((await first).kind).toBe('cancelled')
    isReady = true
    expect(await second).toMatchObject({ block: 1001 })
    expect(shown).toEqual([['transfer', 'buypack']])
    expect(gateway.landed).toHaveLength(1)
  })
})

describe('verifyTx: what the wallet made of a request', () => {
  const buyChanged = async (change: Parameters<typeof obliging>[2]) => {
    const setup = setUp()
    await outcome(setup.login())
    setup.browser.wallet = obliging(setup.key, 'alice.wam', change)
    return setup
  }
  const fee = (to: string) =>
    added('eosio.token', 'transfer', 'alice.wam', 'active', {
      from: 'alice.wam',
      to,
      quantity: '0.10000000 WAX',
      memo: 'WAX fee for CPU',
    })
  const noop = () => added('boost.wax', 'noop', 'boost.wax', 'paybw', {})

  it.each<[string, (actions: Transaction['actions']) => unknown]>([
    ['an action was changed', (actions) => actions.splice(0, 1, fee('mallory'))],
    ['an action was left out', (actions) => actions.pop()],
    ['an action in the name of the user was added', (actions) => actions.unshift(fee('mallory'))],
    ['the order was changed', (actions) => actions.reverse()],
    ['a fee was added without the payer of resources', (actions) => actions.unshift(fee('txfee.wax'))],
  ])('Request cannot be modified: %s', async (_, change) => {
    const { buy, gateway } = await buyChanged(({ actions }) => void change(actions))
    const error = await errorOf(buy())
    expect([error.kind, error.message]).toEqual(['no-modify', 'Request cannot be modified'])
    expect(explain(error, 'en').title).toBe('Request cannot be modified')
    expect(gateway.named('send_transaction')).toEqual([])
  })

  it('lets the wallet pay for resources, with its fee and with RAM for the user', async () => {
    const ram = added('eosio', 'buyrambytes', 'alice.wam', 'active', {
      payer: 'alice.wam',
      receiver: 'alice.wam',
      bytes: 1000,
    })
    const { buy, gateway } = await buyChanged((transaction) => {
      transaction.actions.unshift(noop(), fee('txfee.wax'), ram)
    })
    await outcome(buy())
    expect(gateway.landed[0]?.actions).toHaveLength(5)
  })
})

it('keeps nothing in the browser', async () => {
  const { login, buy, context } = setUp()
  await outcome(login())
  await outcome(buy())
  expect(context.storage).toHaveLength(0)
})
