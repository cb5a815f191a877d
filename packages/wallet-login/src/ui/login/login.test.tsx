import { pressEscape } from '@fieldhouse/design/testing'
import type { User, Wallet, WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { eventually } from '../../testing/eventually'
import { fakeWallet, newDocument, openPage, record, settings } from '../../testing/page'

const loadWallet = vi.hoisted(() => vi.fn<(name: WalletName) => Promise<Wallet>>())
vi.mock('@fieldhouse/wallets', async (original) => ({ ...(await original<object>()), loadWallet }))

let wallets: Record<WalletName, Wallet>

beforeEach(() => {
  newDocument()
  vi.stubGlobal('fetch', async () => Response.json({ rows: [], more: false, next_key: '' }))
  wallets = { wax: fakeWallet('wax'), anchor: fakeWallet('anchor'), wombat: fakeWallet('wombat') }
  loadWallet.mockReset().mockImplementation(async (name) => wallets[name])
})

afterEach(() => {
  vi.useRealTimers()
})

const dialog = () => document.querySelector('dialog') as HTMLDialogElement
const button = (name: string) =>
  [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name)) as HTMLButtonElement
const link = (name: string) =>
  [...dialog().querySelectorAll('a')].find(({ textContent }) => textContent?.startsWith(name)) as HTMLAnchorElement
const toasts = () => [...document.querySelectorAll('#fh-overlay p:not([role])')].map(({ textContent }) => textContent)

/** Waits until the toasts have these lines. */
const seeToasts = (lines: unknown) => act(() => eventually(() => expect(toasts()).toEqual(lines)))

/** Opens the modal. Who logs in is wrapped: it is known later. */
async function openAgain(login: () => Promise<User | null>) {
  let is: Promise<User | null> = Promise.resolve(null)
  await act(async () => {
    is = login()
    await eventually(() => expect(document.querySelector('dialog')).not.toBeNull())
  })
  return { is }
}

async function openModal(changes: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(changes)
  await act(async () => void (await page.startUi()))
  return { ...page, user: (await openAgain(page.login)).is }
}

const pointAt = (name: string) =>
  act(
    async () =>
      void button(name).dispatchEvent(new MouseEvent('pointerover', { bubbles: true, relatedTarget: document })),
  )

/** Points at a wallet's button, and presses it. */
async function choose(name: string) {
  await pointAt(name)
  await act(async () => button(name).click())
}

describe('the login modal', () => {
  it.each([
    ['Cloud Wallet', 'https://wax.example'],
    ['Anchor', 'https://anchor.example'],
    ['Wombat Wallet', 'https://wombat.example'],
  ])("each wallet's info icon opens the provider's site in a new window: %s", async (name, site) => {
    await openModal()
    const icon = link(`About ${name}`)
    expect([icon.getAttribute('href'), icon.target, icon.rel]).toEqual([site, '_blank', 'noopener noreferrer'])
    expect(icon.textContent).toContain('opens in a new window')
    const tooltip = document.getElementById(icon.getAttribute('aria-describedby') ?? '')
    expect([tooltip?.role, tooltip?.textContent]).toEqual(['tooltip', 'Click to learn more about this wallet!'])
  })

  it.each([
    [
      'golf',
      'en',
      '/golf/faq',
      /A Cloud Wallet account is free\. To buy packs you need WAX, which you get on an exchange\./,
    ],
    ['shell', 'es', '/football/faq', /La cuenta de Cloud Wallet es gratis\. .* WAX, que venden las casas de cambio\./],
  ] as const)(
    'says what an account costs and where WAX is told of: on a page of %s, in %s',
    async (edition, language, answers, words) => {
      await openModal({ edition, language })
      expect(dialog().textContent).toMatch(words)
      const leads = link(language === 'en' ? 'How to get WAX' : 'Cómo conseguir WAX')
      expect([leads.getAttribute('href'), leads.target]).toEqual([`${answers}#what-is-wax`, '_blank'])
    },
  )

  it('leads to no answers where the menu has none', async () => {
    const { navigation } = settings
    settings.navigation = []
    try {
      await openModal()
      expect(dialog().textContent).toContain('A Cloud Wallet account is free.')
      expect(link('How to get WAX')).toBeUndefined()
    } finally {
      settings.navigation = navigation
    }
  })

  it('speaks Spanish, and follows the page when its language changes', async () => {
    const { show } = await openModal({ language: 'es' })
    expect(dialog().textContent).toContain('Te damos la bienvenida a Fieldhouse.')
    await show({ language: 'en' })
    expect(dialog().textContent).toContain('Welcome to Fieldhouse.')
  })
})

describe('the login modal closes', () => {
  it('without a choice, and nobody is logged in', async () => {
    const { user } = await openModal()
    await act(async () => void pressEscape(dialog()))
    expect(document.querySelector('dialog')).toBeNull()
    expect(await user).toBeNull()
  })

  it('after a wallet was chosen, and starts that wallet straight from the click', async () => {
    const { user } = await openModal()
    await pointAt('Cloud Wallet')
    let startedInClick = false
    await act(async () => {
      button('Cloud Wallet').click()
      startedInClick = vi.mocked(wallets.wax.login).mock.calls.length === 1
    })
    expect(startedInClick).toBe(true)
    expect(document.querySelector('dialog')).toBeNull()
    expect(await user).toEqual({ accountName: 'alice.wam', requestPermission: 'active', wallet: 'wax' })
  })
})

describe('the wallets', () => {
  it('are asked for again when the pointer brought nothing', async () => {
    loadWallet.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { user } = await openModal()
    await choose('Anchor')
    expect((await user)?.wallet).toBe('anchor')
    expect(toasts()).toEqual([])
  })

  it('one that is not there yet shows its button busy, and signs in when it comes', async () => {
    let arrive: (wallet: Wallet) => void = () => {}
    loadWallet.mockImplementation((name) =>
      name === 'anchor' ? new Promise((resolve) => (arrive = resolve)) : Promise.resolve(wallets[name]),
    )
    const { user } = await openModal()
    await choose('Anchor')
    expect(button('Anchor').getAttribute('aria-busy')).toBe('true')
    expect(dialog().open).toBe(true)
    await act(async () => arrive(wallets.anchor))
    expect((await user)?.wallet).toBe('anchor')
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('one that cannot be fetched is told, and another can be chosen', async () => {
    loadWallet.mockImplementation(async (name) => {
      if (name === 'anchor') throw new TypeError('Failed to fetch')
      return wallets[name]
    })
    const { user } = await openModal()
    await choose('Anchor')
    await seeToasts(expect.arrayContaining([expect.stringContaining('Error: Anchor could not be loaded.')]))
    await choose('Wombat Wallet')
    expect((await user)?.wallet).toBe('wombat')
  })

  it('one whose chunk does not come in 30 s is told, and can be chosen again', async () => {
    loadWallet.mockReturnValue(new Promise(() => {}))
    const { user } = await openModal()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await choose('Anchor')
    await act(async () => vi.advanceTimersByTime(29_999))
    expect(button('Anchor').getAttribute('aria-busy')).toBe('true')
    await act(async () => vi.advanceTimersByTime(1))
    vi.useRealTimers()
    expect(button('Anchor').getAttribute('aria-busy')).toBe('false')
    await seeToasts(expect.arrayContaining([expect.stringContaining('Error: Anchor could not be loaded.')]))
    loadWallet.mockResolvedValue(wallets.anchor)
    await choose('Anchor')
    expect((await user)?.wallet).toBe('anchor')
  })
})

describe('the Cloud Wallet, chosen before its chunk is there', () => {
  /** What `open` gave, oldest first. */
  let popups: { document: Document; close: Mock<() => void>; readonly closed: boolean }[]
  let arrive: (wallet: Wallet) => void
  let fail: (cause: Error) => void

  beforeEach(() => {
    popups = []
    const open = () => {
      const standing = popups.find(({ close }) => close.mock.calls.length === 0)
      if (standing) return standing
      const close = vi.fn()
      const isClosed = () => close.mock.calls.length > 0
      popups.push(
        Object.defineProperty({ document: document.implementation.createHTMLDocument(), close }, 'closed', {
          get: isClosed,
        }) as (typeof popups)[number],
      )
      return popups.at(-1)
    }
    vi.stubGlobal('open', vi.fn(open))
    const chunk = new Promise<Wallet>((resolve, reject) => {
      arrive = resolve
      fail = reject
    })
    chunk.catch(() => {})
    loadWallet.mockImplementation((name) => (name === 'wax' ? chunk : Promise.resolve(wallets[name])))
  })

  const isOpen = () => popups.map(({ close }) => close.mock.calls.length === 0)

  it('loses its window when it cannot be fetched', async () => {
    await openModal()
    await choose('Cloud Wallet')
    await act(async () => fail(new TypeError('Failed to fetch')))
    expect(isOpen()).toEqual([false])
  })

  it('signs in once, in the window that stays open, when it was pressed twice', async () => {
    const { user } = await openModal()
    await choose('Cloud Wallet')
    await choose('Cloud Wallet')
    await act(async () => arrive(wallets.wax))
    expect((await user)?.wallet).toBe('wax')
    expect(wallets.wax.login).toHaveBeenCalledOnce()
    expect(isOpen()).toEqual([true])
  })

  it('starts nothing when its window was closed before it comes, and can be pressed again', async () => {
    const { user } = await openModal()
    await choose('Cloud Wallet')
    popups[0]?.close()
    await act(async () => arrive(wallets.wax))
    expect(wallets.wax.login).not.toHaveBeenCalled()
    expect(dialog()?.querySelector('[aria-busy=true]')).toBeNull()
    await choose('Cloud Wallet')
    expect((await user)?.wallet).toBe('wax')
  })

  it('has a window again when the first one was closed and it is pressed again', async () => {
    const { user } = await openModal()
    await choose('Cloud Wallet')
    popups[0]?.close()
    await choose('Cloud Wallet')
    await act(async () => arrive(wallets.wax))
    expect((await user)?.wallet).toBe('wax')
    expect(isOpen()).toEqual([false, true])
  })

  it('loses its window with the modal, and keeps the one of the next choice', async () => {
    const { user, login } = await openModal()
    await choose('Cloud Wallet')
    await act(async () => void pressEscape(dialog()))
    expect(await user).toBeNull()
    expect(isOpen()).toEqual([false])
    const second = await openAgain(login)
    await choose('Cloud Wallet')
    await act(async () => arrive(wallets.wax))
    expect((await second.is)?.wallet).toBe('wax')
    expect(wallets.wax.login).toHaveBeenCalledOnce()
    expect(isOpen()).toEqual([false, true])
  })

  it('loses its window when another wallet is chosen, and starts nothing when it comes', async () => {
    const { user } = await openModal()
    await choose('Cloud Wallet')
    await choose('Anchor')
    await act(async () => arrive(wallets.wax))
    expect((await user)?.wallet).toBe('anchor')
    expect(wallets.wax.login).not.toHaveBeenCalled()
    expect(isOpen()).toEqual([false])
  })
})

describe('after a sign-in', () => {
  it('the record is stored under the key of its wallet, alone', async () => {
    const { user, getUser } = await openModal()
    localStorage.setItem('Wombat', record('carla.wam', 'wombat'))
    await choose('Cloud Wallet')
    expect(getUser()).toEqual(await user)
    expect(localStorage.getItem('Wax')).toBe(JSON.stringify(await user))
    expect(localStorage.getItem('Wombat')).toBeNull()
  })

  it('the stored user is read again every second for 30 s, and no longer', async () => {
    const { getUser } = await openModal()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await choose('Cloud Wallet')
    const store = (name: string) => localStorage.setItem('Wax', record(name, 'wax'))
    store('bruno.wam')
    act(() => vi.advanceTimersByTime(999))
    expect(getUser()?.accountName).toBe('alice.wam')
    act(() => vi.advanceTimersByTime(1))
    expect(getUser()?.accountName).toBe('bruno.wam')
    act(() => vi.advanceTimersByTime(28_999))
    store('carla.wam')
    act(() => vi.advanceTimersByTime(1))
    expect(getUser()?.accountName).toBe('carla.wam')
    store('alice.wam')
    act(() => vi.advanceTimersByTime(60_000))
    expect(getUser()?.accountName).toBe('carla.wam')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('with Anchor the Anchor cookie stands for 600000 ms', async () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const { user } = await openModal()
    await choose('Anchor')
    await user
    expect(written.mock.calls).toEqual([['Anchor=alice.wam; Max-Age=600; Path=/; SameSite=Lax']])
    expect(document.cookie).toBe('Anchor=alice.wam')
  })

  it('with another wallet there is no such cookie', async () => {
    const { user } = await openModal()
    await choose('Wombat Wallet')
    await user
    expect(document.cookie).toBe('')
  })
})

describe('a sign-in that fails', () => {
  it.each([
    ['Cloud Wallet', 'wax'],
    ['Wombat Wallet', 'wombat'],
  ] as [string, WalletName][])("of %s is a toast 'Error:' plus the message", async (name, wallet) => {
    const { WalletError } = await import('@fieldhouse/wallets')
    wallets[wallet] = fakeWallet(wallet, { login: async () => Promise.reject(new WalletError('network', 'lost')) })
    const { user, getUser } = await openModal()
    await choose(name)
    expect(await user).toBeNull()
    expect(getUser()).toBeNull()
    await seeToasts(['Error: No connection', expect.stringMatching(/^We could not reach/)])
  })

  it('of Anchor is told by its own dialogs alone', async () => {
    wallets.anchor = fakeWallet('anchor', { login: async () => Promise.reject(new Error('no')) })
    const { user } = await openModal()
    await choose('Anchor')
    expect(await user).toBeNull()
    expect(document.cookie).toBe('')
    expect(toasts()).toEqual([])
  })
})

describe('a sign-in that ends late', () => {
  type Login = Awaited<ReturnType<Wallet['login']>>

  /** Begins to sign in with a wallet that waits, and ends that when it is told. */
  async function beginWith(name: WalletName, title: string) {
    let answer: (login: Login) => void = () => {}
    let fail: (cause: Error) => void = () => {}
    wallets[name] = fakeWallet(name, {
      login: () =>
        new Promise((resolve, reject) => {
          answer = resolve
          fail = reject
        }),
    })
    const page = await openModal()
    await choose(title)
    return {
      ...page,
      answer: (login: Login) => act(async () => answer(login)),
      fail: (error: Error) => act(async () => fail(error)),
    }
  }

  const carla = { accountName: 'carla.wam', requestPermission: 'active' }
  const TITLES = { wax: 'Cloud Wallet', anchor: 'Anchor', wombat: 'Wombat Wallet' }
  const pairs = [
    ['wax', 'anchor'],
    ['anchor', 'wombat'],
    ['wombat', 'wax'],
  ] as const

  /** Signs in with another wallet meanwhile. */
  async function signInMeanwhile({ login }: { login: () => Promise<User | null> }, newer: WalletName) {
    const user = await openAgain(login)
    await choose(TITLES[newer])
    expect((await user.is)?.wallet).toBe(newer)
  }

  it.each(pairs)('with %s does not replace a newer one with %s, whose record stays', async (late, newer) => {
    const page = await beginWith(late, TITLES[late])
    await signInMeanwhile(page, newer)
    const stored = { ...localStorage }
    await page.answer(carla)
    expect(await page.user).toBeNull()
    expect(page.getUser()).toMatchObject({ accountName: 'alice.wam', wallet: newer })
    expect({ ...localStorage }).toEqual(stored)
    expect(document.cookie).toBe(newer === 'anchor' ? 'Anchor=alice.wam' : '')
  })

  it.each(pairs)('with %s and fails says nothing to somebody who is logged in with %s', async (late, newer) => {
    const page = await beginWith(late, TITLES[late])
    await signInMeanwhile(page, newer)
    await page.fail(new Error('lost'))
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(await page.user).toBeNull()
    expect(toasts()).toEqual([])
  })

  it.each(['Wax', 'Wombat'])("does not replace another tab's (%s)", async (key) => {
    const page = await beginWith('anchor', 'Anchor')
    localStorage.setItem(key, record('bruno.wam', key === 'Wax' ? 'wax' : 'wombat'))
    await act(async () => void dispatchEvent(new StorageEvent('storage', { key })))
    await page.answer(carla)
    expect(page.getUser()?.accountName).toBe('bruno.wam')
    expect(localStorage.getItem('Anchor')).toBeNull()
  })

  it('is the newer one when the one before it ended first', async () => {
    const page = await beginWith('wombat', 'Wombat Wallet')
    let answerNewer: (login: Login) => void = () => {}
    wallets.wax = fakeWallet('wax', { login: () => new Promise((resolve) => (answerNewer = resolve)) })
    const newer = await openAgain(page.login)
    await choose('Cloud Wallet')
    await page.answer({ accountName: 'bruno.wam', requestPermission: 'active' })
    expect(page.getUser()?.accountName).toBe('bruno.wam')
    await act(async () => answerNewer(carla))
    expect(await newer.is).toEqual(page.getUser())
    expect(page.getUser()).toMatchObject({ accountName: 'carla.wam', wallet: 'wax' })
  })

  it.each(['answer', 'fail'] as const)("takes Anchor's dialog away with it (%s)", async (end) => {
    const page = await beginWith('anchor', 'Anchor')
    const { signing } = await import('../../signing/signing')
    await signInMeanwhile(page, 'wombat')
    await act(async () => signing.begin().show({ name: 'success', purpose: 'login' }))
    await (end === 'answer' ? page.answer(carla) : page.fail(new Error('lost')))
    expect(signing.state()).toBeNull()
  })
})

it('somebody who is logged in needs no modal', async () => {
  localStorage.setItem('Wax', record('alice.wam', 'wax'))
  const { login } = await openPage()
  await act(async () => expect((await login())?.accountName).toBe('alice.wam'))
  expect(document.querySelector('dialog')).toBeNull()
})

it('somebody who logs in in another tab needs the open modal no more', async () => {
  const { user } = await openModal()
  localStorage.setItem('Wax', record('bob.wam', 'wax'))
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'Wax' })))
  expect(document.querySelector('dialog')).toBeNull()
  expect(await user).toMatchObject({ accountName: 'bob.wam' })
})

it('two callers share one modal and one answer', async () => {
  const { user, login } = await openModal()
  const second = login()
  await choose('Cloud Wallet')
  expect(await second).toBe(await user)
})
