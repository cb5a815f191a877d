import type { WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newDocument, openPage, record } from '../testing/page'

// The real ones bring their libraries, which no test here needs.
vi.mock('@fieldhouse/wallets', async (original) => {
  const { fakeWallet } = await import('../testing/page')
  return { ...(await original<object>()), loadWallet: async (name: WalletName) => fakeWallet(name) }
})

beforeEach(newDocument)

const alice = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'wax' as WalletName }

/** A page with its lazy part, and what a login does last. */
async function openWithLogin() {
  const page = await openPage()
  await act(async () => void (await page.startUi()))
  return { ...page, keepUser: (await import('../ui/login/sign-in')).keepUser }
}

/** Another tab of the site changes what is stored. */
const inAnotherTab = (key: string | null, change: () => void) => {
  change()
  dispatchEvent(new StorageEvent('storage', { key }))
}

describe('on load', () => {
  it('of several records the first of Anchor, Wax, Wombat does', async () => {
    localStorage.setItem('Wombat', record('carla.wam', 'wombat'))
    localStorage.setItem('Wax', record('bruno.wam', 'wax'))
    localStorage.setItem('Anchor', record('alice.wam', 'anchor', 'owner'))
    const { getUser } = await openPage()
    expect(getUser()).toEqual({ accountName: 'alice.wam', requestPermission: 'owner', wallet: 'anchor' })
  })

  it('nobody is active without a record', async () => {
    expect((await openPage()).getUser()).toBeNull()
    expect(document.documentElement.hasAttribute('data-user')).toBe(false)
  })

  it('the page data has the user', async () => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    await openPage()
    const { userSignal } = await import('@fieldhouse/chain-data')
    expect(userSignal('alice.wam')?.aborted).toBe(false)
  })
})

describe('damaged storage is ignored and repaired', () => {
  it.each([
    ['no JSON', '{"accountName":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no account', JSON.stringify({ requestPermission: 'active', wallet: 'wax' })],
    ['an account the chain cannot know', record('Alice!', 'wax')],
    ['a number as account', JSON.stringify({ accountName: 12345, requestPermission: 'active', wallet: 'wax' })],
    ['an empty account', record('', 'wax')],
    ['no permission', JSON.stringify({ accountName: 'alice.wam', wallet: 'wax' })],
    ["another wallet's record", record('alice.wam', 'anchor')],
  ])('%s', async (_, damaged) => {
    localStorage.setItem('Wax', damaged)
    localStorage.setItem('Wombat', record('bruno.wam', 'wombat'))
    localStorage.setItem('theme', 'dark')
    const { getUser } = await openPage()
    expect(getUser()?.accountName).toBe('bruno.wam')
    expect(document.documentElement.hasAttribute('data-user')).toBe(true)
    expect({ ...localStorage }).toEqual({ Wombat: record('bruno.wam', 'wombat'), theme: 'dark' })
  })
})

describe('another tab', () => {
  it.each(['Wax', null])("'s logout shows here, and the page forgets what it knew (key %s)", async (key) => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const { getUser } = await openPage()
    const { userSignal } = await import('@fieldhouse/chain-data')
    const signal = userSignal('alice.wam')
    inAnotherTab(key, () => localStorage.clear())
    expect(getUser()).toBeNull()
    expect(document.documentElement.hasAttribute('data-user')).toBe(false)
    expect(signal?.aborted).toBe(true)
  })

  it("'s logout shows in a page that comes back, which was told nothing while the browser had set it aside", async () => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const { getUser } = await openPage()
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    expect(getUser()).toBeNull()
  })

  it('that stores something else changes nothing', async () => {
    const { getUser } = await openPage()
    inAnotherTab('theme', () => localStorage.setItem('Wax', record('alice.wam', 'wax')))
    expect(getUser()).toBeNull()
  })

  it('that writes the same record again tells nobody', async () => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const { subscribeToUser } = await openPage()
    const told = vi.fn()
    subscribeToUser(told)
    inAnotherTab('Wax', () => localStorage.setItem('Wax', record('alice.wam', 'wax')))
    expect(told).not.toHaveBeenCalled()
  })
})

describe('a browser that allows no storage', () => {
  const block = () =>
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })

  it('has nobody logged in, and breaks nothing', async () => {
    block()
    const { getUser } = await openPage()
    inAnotherTab('Wax', () => {})
    expect(getUser()).toBeNull()
  })

  it('has the user who logs in until the page is left', async () => {
    block()
    const { getUser, readUser, keepUser } = await openWithLogin()
    keepUser(alice)
    readUser()
    expect(getUser()?.accountName).toBe('alice.wam')
  })

  it('logs out all the same', async () => {
    const { getUser, logout, reload, keepUser } = await openWithLogin()
    block()
    keepUser(alice)
    await act(() => logout())
    expect(getUser()).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })
})

it('a browser without room for the record keeps the user until the page is left', async () => {
  const { getUser, readUser, keepUser } = await openWithLogin()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepUser(alice)
  readUser()
  expect(getUser()?.accountName).toBe('alice.wam')
})

it('what makes somebody the user is in reach of the login alone', async () => {
  const reachable = Object.keys(await import('@fieldhouse/wallet-login'))
  expect(reachable.toSorted()).toEqual([
    'WALLETS',
    'WalletError',
    'explain',
    'getUser',
    'login',
    'logout',
    'subscribeToUser',
    'toast',
    'transact',
    'useUser',
    'walletOf',
    'warmUp',
  ])
})
