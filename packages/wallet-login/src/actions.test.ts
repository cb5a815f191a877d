import type { Wallet, WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from './testing/eventually'
import { fakeWallet, newDocument, openPage, record } from './testing/page'

const loadWallet = vi.hoisted(() => vi.fn<(name: WalletName) => Promise<Wallet>>())
const transact = vi.hoisted(() => vi.fn())
vi.mock('@fieldhouse/wallets', async (original) => ({ ...(await original<object>()), loadWallet, transact }))

const USER = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'wax' as WalletName }
const REQUEST = { actions: async () => [] }
const LANDED = { transactionId: 'ab', block: 7 }

let wallet: Wallet
/** The Cloud Wallet's window. */
const popup = { close: vi.fn(), closed: false }
const open = vi.fn()

beforeEach(() => {
  newDocument()
  popup.close.mockReset()
  popup.closed = false
  vi.stubGlobal('open', open.mockReset().mockReturnValue(popup))
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], more: false, next_key: '' }))
  wallet = fakeWallet('wax')
  loadWallet.mockReset().mockImplementation(async () => wallet)
  transact.mockReset().mockResolvedValue(LANDED)
})

afterEach(() => {
  vi.useRealTimers()
})

async function openLoggedIn(name: WalletName = 'wax') {
  const key = { anchor: 'Anchor', wax: 'Wax', wombat: 'Wombat' }[name]
  localStorage.setItem(key, record('alice.wam', name))
  const page = await openPage()
  await act(async () => void (await page.startUi()))
  return page
}

const toasted = () =>
  act(() =>
    eventually(() => {
      const text = document.querySelector('#fh-overlay [role=alert] p')?.textContent
      expect(text).toBeTruthy()
      return text
    }),
  )

describe('logging out', () => {
  it('removes every stored record, clears the active user, ends the wallet session and loads the page again', async () => {
    localStorage.setItem('Anchor', '{')
    localStorage.setItem('theme', 'dark')
    const { logout, getUser, reload } = await openLoggedIn()
    localStorage.setItem('Wombat', record('carla.wam', 'wombat'))
    await logout()
    expect({ ...localStorage }).toEqual({ theme: 'dark' })
    expect(getUser()).toBeNull()
    expect(vi.mocked(wallet.logout).mock.calls[0]?.[1]).toEqual(USER)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('removes the Anchor cookie', async () => {
    wallet = fakeWallet('anchor')
    const { logout } = await openLoggedIn('anchor')
    const { leaveCookie } = await import('./ui/login/sign-in')
    leaveCookie({ ...USER, wallet: 'anchor' })
    expect(document.cookie).toBe('Anchor=alice.wam')
    await logout()
    expect(document.cookie).toBe('')
  })

  it.each([
    ['fails', () => Promise.reject(new Error('gone'))],
    ['cannot be fetched', null],
  ])('loads the page again when the wallet %s', async (_, leave) => {
    if (leave) wallet = fakeWallet('wax', { logout: leave })
    else loadWallet.mockRejectedValue(new TypeError('Failed to fetch'))
    const { logout, reload, getUser } = await openLoggedIn()
    await logout()
    expect(getUser()).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })

  it.each([
    ['a wallet that never answers', true],
    ['a lazy part that never comes', false],
  ])('does not wait for %s', async (_, isLazyPartThere) => {
    wallet = fakeWallet('wax', { logout: () => new Promise(() => {}) })
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const { logout, reload, loadUi } = isLazyPartThere ? await openLoggedIn() : await openPage()
    if (!isLazyPartThere) loadUi.mockReturnValue(new Promise(() => {}))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const left = logout()
    await vi.advanceTimersByTimeAsync(2999)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await left
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe("the Cloud Wallet's window", () => {
  it('is opened in the click of a transaction, before anything is fetched', async () => {
    const page = await openLoggedIn()
    const landed = page.transact(REQUEST)
    expect(open.mock.calls.map(([, name]) => name)).toEqual(['WaxPopup'])
    await landed
    expect(popup.close).not.toHaveBeenCalled()
  })

  it('closes when what signs cannot be fetched', async () => {
    const page = await openLoggedIn()
    loadWallet.mockRejectedValue(new TypeError('Failed to fetch'))
    await act(async () => void (await page.transact(REQUEST).catch(() => {})))
    expect(popup.close).toHaveBeenCalledOnce()
  })

  it('is not opened again when the visitor has closed it before what signs was there', async () => {
    let arrive = (_: Wallet) => {}
    loadWallet.mockReturnValue(new Promise<Wallet>((resolve) => (arrive = resolve)))
    const page = await openLoggedIn()
    const landed = page.transact(REQUEST).catch((error) => error)
    popup.closed = true
    arrive(wallet)
    await act(async () => expect((await landed).kind).toBe('popup-closed'))
    expect(transact).not.toHaveBeenCalled()
    expect(await toasted()).toBe('Error: The wallet window was closed')
  })

  it('says what it waits for while the wallet is fetched', async () => {
    const { document: written } = Object.assign(popup, { document: document.implementation.createHTMLDocument() })
    const page = await openLoggedIn()
    loadWallet.mockReturnValue(new Promise(() => {}))
    void page.transact(REQUEST)
    await eventually(() => expect(written.body.textContent).toBe('Preparing request...'))
    expect(popup.close).not.toHaveBeenCalled()
  })

  it.each([
    ['has logged out', () => localStorage.clear(), 'not-logged-in'],
    ['has another wallet', () => localStorage.setItem('Anchor', record('alice.wam', 'anchor')), undefined],
    ['is another account', () => localStorage.setItem('Anchor', record('bruno.wam', 'anchor')), 'other-wallet'],
  ])('closes when the visitor %s in another tab before the lazy part came', async (_, change, kind) => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const page = await openPage()
    const landed = page.transact(REQUEST).catch((error) => error)
    change()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    await act(async () => expect((await landed).kind).toBe(kind))
    expect(popup.close).toHaveBeenCalledOnce()
  })

  it('closes, and no wallet is asked, where somebody else has logged in before the wallet came', async () => {
    let come = (_: Wallet) => {}
    loadWallet.mockReturnValue(new Promise((resolve) => (come = resolve)))
    const page = await openLoggedIn()
    const landed = page.transact(REQUEST).catch((error) => error)
    await eventually(() => expect(loadWallet).toHaveBeenCalled())
    localStorage.setItem('Anchor', record('bruno.wam', 'anchor'))
    dispatchEvent(new StorageEvent('storage', { key: null }))
    come(wallet)
    await act(async () => expect((await landed).kind).toBe('other-wallet'))
    expect([popup.close.mock.calls.length, transact.mock.calls.length]).toEqual([1, 0])
  })

  it('is not opened for another wallet', async () => {
    wallet = fakeWallet('anchor')
    const page = await openLoggedIn('anchor')
    await page.transact(REQUEST)
    expect(open).not.toHaveBeenCalled()
  })
})

describe('a transaction', () => {
  it("is signed by the user's wallet, straight from the click once the wallet is there", async () => {
    const page = await openLoggedIn()
    await act(async () => page.warmUp())
    await eventually(() => expect(loadWallet).toHaveBeenCalledWith('wax'))
    expect(await page.transact(REQUEST)).toEqual(LANDED)
    const [context, used, user, request] = transact.mock.calls[0] ?? []
    expect([used, user, request]).toEqual([wallet, USER, REQUEST])
    expect([context.nodeUrl, context.language(), context.settings]).toEqual([location.origin, 'en', page.settings])
  })

  it('needs a user, and says so', async () => {
    const page = await openPage()
    await act(async () => {
      await expect(page.transact(REQUEST)).rejects.toMatchObject({ kind: 'not-logged-in' })
    })
    expect(transact).not.toHaveBeenCalled()
    expect(await toasted()).toBe('Error: Log in first')
  })

  it.each(['wax', 'wombat'] as const)(
    "that fails with %s is told as a toast 'Error:' plus the message, and rejects",
    async (name) => {
      wallet = fakeWallet(name)
      const page = await openLoggedIn(name)
      transact.mockRejectedValue(new page.WalletError('network', 'lost'))
      await expect(page.transact(REQUEST)).rejects.toMatchObject({ kind: 'network' })
      expect(await toasted()).toMatch(/^Error: \S/)
    },
  )

  it.each([
    ['with Anchor, whose dialogs have told it', 'anchor', 'network'],
    ['because the visitor cancelled', 'wax', 'cancelled'],
  ] as const)('that fails %s rejects without a toast', async (_, name, kind) => {
    wallet = fakeWallet(name)
    const page = await openLoggedIn(name)
    transact.mockRejectedValue(new page.WalletError(kind, 'no'))
    await expect(page.transact(REQUEST)).rejects.toMatchObject({ kind })
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(document.querySelector('#fh-overlay p')).toBeNull()
  })

  it('whose wallet cannot be fetched is told with the way out of every browser, and can be tried again at once', async () => {
    const page = await openLoggedIn()
    loadWallet.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(page.transact(REQUEST)).rejects.toMatchObject({ kind: 'network' })
    // What failed once Chromium never asks for again.
    expect(await toasted()).toMatch(/Cloud Wallet could not be loaded.*load the page again/)
    expect(await page.transact(REQUEST)).toEqual(LANDED)
  })

  it('whose lazy part cannot be fetched rejects, and the visitor is told', async () => {
    const page = await openPage()
    page.loadUi.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await expect(page.transact(REQUEST)).rejects.toMatchObject({ kind: 'network' })
    expect(page.unavailable).toHaveBeenCalledOnce()
  })
})

describe('the lazy part', () => {
  it("is fetched at the visitor's first sign, when the page is idle", async () => {
    let idle = () => {}
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
      idle = callback
    })
    const { loadUi } = await openPage()
    dispatchEvent(new Event('keydown'))
    expect(loadUi).not.toHaveBeenCalled()
    await act(async () => idle())
    expect(loadUi).toHaveBeenCalledOnce()
    expect(loadWallet).not.toHaveBeenCalled()
  })

  it('is not fetched for a page that nobody touches', async () => {
    const requestIdle = vi.fn()
    vi.stubGlobal('requestIdleCallback', requestIdle)
    await openPage()
    dispatchEvent(new Event('load'))
    expect(requestIdle).not.toHaveBeenCalled()
  })

  it('that could not be fetched ahead of time says nothing, and is asked for again', async () => {
    const { warmUp, loadUi, unavailable, login } = await openPage()
    loadUi.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    warmUp()
    await eventually(() => expect(loadUi).toHaveBeenCalledOnce())
    expect(unavailable).not.toHaveBeenCalled()
    await act(async () => {
      void login()
      await eventually(() => expect(document.querySelector('dialog')).not.toBeNull())
    })
  })

  it("reads the user's balance and claims into the page's data", async () => {
    const fetched = vi.fn(async (_address: string | URL | Request) =>
      Response.json({ rows: [], more: false, next_key: '' }),
    )
    vi.stubGlobal('fetch', fetched)
    await openLoggedIn()
    await eventually(() =>
      expect(fetched.mock.calls.map(([address]) => /rows\/(\w+)/.exec(String(address))?.[1]).toSorted()).toEqual([
        'accounts',
        'claims',
      ]),
    )
    const { getAppData } = await import('@fieldhouse/chain-data')
    await eventually(() => expect(getAppData('userWaxBalance')).toBe(0n))
  })
})
