// @vitest-environment jsdom
import type { Language } from '@fieldhouse/contract'
import { eventually } from '@fieldhouse/design/testing'
import { inRoot, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginButton } from './LoginButton'

const wallets = vi.hoisted(() => ({
  user: null as { accountName: string } | null,
  login: vi.fn(async () => null),
  logout: vi.fn(async () => {}),
  warmUp: vi.fn(),
}))
/** Whether the menu's code can be had. */
const menu = vi.hoisted(() => ({ isThere: true }))
vi.mock('./AccountMenu', async (original) => {
  if (!menu.isThere) throw new Error('there is no connection')
  return original()
})
vi.mock('@fieldhouse/wallet-login', async () => {
  const { useSyncExternalStore } = await import('react')
  const useUser = () =>
    useSyncExternalStore(
      () => () => {},
      () => wallets.user,
      () => null,
    )
  return { ...wallets, useUser }
})

let root: Root | undefined
const report = vi.fn()

beforeEach(() => {
  wallets.user = null
  document.body.replaceChildren()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
})

const editions = ['Rugby', 'Hockey'].map((name) => ({ nameEN: name, NameSP: name, link: `/${name.toLowerCase()}` }))

/** The button in a root of its own, on a page of an edition or of the shell. */
const button = (language: Language = 'en', edition = 'shell', own?: string[]) => {
  const root = testRoot(language, { edition })
  const settings = { ...root.settings, editions, ...(own && { own }) }
  return inRoot(<LoginButton />, { ...root, settings, report })
}

async function show(element: ReturnType<typeof button>) {
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  await act(async () => root?.render(element))
  return container.querySelector('button') as HTMLButtonElement
}

it.each(['pointerover', 'focusin'])('signed out, fetches the modal on hover and focus (%s)', async (type) => {
  const shown = await show(button())
  expect(wallets.warmUp).not.toHaveBeenCalled()
  await act(async () => shown.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body })))
  expect(wallets.warmUp).toHaveBeenCalledOnce()
})

describe('signed in', () => {
  const open = async (edition: string, language: Language = 'en', own?: string[]) => {
    wallets.user = { accountName: 'alice.wam' }
    const shown = await show(button(language, edition, own))
    expect([shown.textContent, shown.getAttribute('aria-expanded')]).toEqual(['alice.wam', 'false'])
    await act(async () => shown.click())
    await eventually(() => expect(document.querySelector('ul')).not.toBeNull())
    const entries = () =>
      [...document.querySelectorAll('li > *')].map((entry) => [entry.textContent, entry.getAttribute('href')])
    return { shown, entries }
  }

  // The first: what was loaded once is there.
  it('says that its code could not be had, and opens by the next press where it can', async () => {
    wallets.user = { accountName: 'alice.wam' }
    menu.isThere = false
    const shown = await show(button('en', 'rugby'))
    await act(async () => shown.click())
    await eventually(() => expect(shown.getAttribute('aria-expanded')).toBe('false'))
    // The host offers to load the page again: what failed once some browsers never ask for again.
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'remote' }))
    menu.isThere = true
    await act(async () => shown.click())
    await eventually(() => expect(document.querySelector('ul')).not.toBeNull())
  })

  it.each([
    ['en', ['My cards', 'Claims', 'Log out']],
    ['es', ['Mis cartas', 'Recogida', 'Cerrar sesión']],
  ] as [Language, string[]][])(
    'shows the accountName, a door to what is theirs, and a press of it alone logs nobody out (%s)',
    async (language, names) => {
      const { shown, entries } = await open('rugby', language)
      expect(shown.getAttribute('aria-expanded')).toBe('true')
      expect(entries()).toEqual([
        [names[0], '/rugby/my-cards'],
        [names[1], '/rugby/claims'],
        [names[2], null],
      ])
      expect(wallets.logout).not.toHaveBeenCalled()
      expect(wallets.login).not.toHaveBeenCalled()
    },
  )

  it('leads to those of each edition from a page that is of none', async () => {
    const { entries } = await open('shell')
    expect(entries().map(([, href]) => href)).toEqual([
      '/rugby/my-cards',
      '/rugby/claims',
      '/hockey/my-cards',
      '/hockey/claims',
      null,
    ])
    expect(entries()[2]?.[0]).toBe('My cards: Hockey')
  })

  it.each([
    ['hockey', ['My cards', 'Log out']],
    ['rugby', ['My cards: Hockey', 'Log out']],
    ['shell', ['My cards: Hockey', 'Log out']],
  ])('leads to no page that an edition does not have (%s)', async (edition, names) => {
    const { entries } = await open(edition, 'en', ['/hockey/my-cards', '/hockey/my-cards/card'])
    expect(entries()).toEqual([
      [names[0], '/hockey/my-cards'],
      [names[1], null],
    ])
  })

  it('logs out by its own entry, which leaves nothing of the account’s cards in the browser', async () => {
    localStorage.setItem('fh-wall', '{"account":"alice.wam"}')
    await open('rugby')
    await act(async () => document.querySelector<HTMLElement>('li > button')?.click())
    expect(wallets.logout).toHaveBeenCalledOnce()
    expect(localStorage.getItem('fh-wall')).toBeNull()
  })

  it('closes by Escape, which gives the focus back, and by a second press', async () => {
    const { shown } = await open('rugby')
    document.querySelector('a')?.focus()
    await act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )
    expect(document.querySelector('ul')).toBeNull()
    expect(document.activeElement).toBe(shown)
    await act(async () => shown.click())
    expect(document.querySelector('ul')).not.toBeNull()
    await act(async () => shown.click())
    expect(document.querySelector('ul')).toBeNull()
  })
})

it('is prerendered signed out and takes the stored user after hydration, without a mismatch', async () => {
  wallets.user = { accountName: 'alice.wam' }
  const element = button()
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(element)
  expect(container.textContent).toContain('Login to Buy')
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, element, { onRecoverableError })
  })
  expect(container.textContent).toBe('alice.wam')
  expect(onRecoverableError).not.toHaveBeenCalled()
})
