// @vitest-environment jsdom
import type { Language } from '@fieldhouse/contract'
import { I18nRoot } from '@fieldhouse/i18n'
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

beforeEach(() => {
  wallets.user = null
  vi.clearAllMocks()
  document.body.replaceChildren()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
})

/** The button in a root of its own. */
const button = (language: Language = 'en', onLogin?: () => void) => (
  <I18nRoot language={language}>
    <LoginButton {...(onLogin && { onLogin })} />
  </I18nRoot>
)

async function show(element: ReturnType<typeof button>) {
  const container = document.body.appendChild(document.createElement('div'))
  root = createRoot(container)
  await act(async () => root?.render(element))
  return container.querySelector('button') as HTMLButtonElement
}

describe('signed out', () => {
  it.each([
    ['en', 'Login to Buy', 'Login'],
    ['es', 'Entra y compra', 'Entrar'],
  ] as [Language, string, string][])(
    "says '%s: %s', or '%s' with an icon where there is little room",
    async (language, long, short) => {
      const shown = await show(button(language))
      const [wide, narrow] = [...shown.children]
      expect([wide?.textContent, narrow?.textContent]).toEqual([long, short])
      expect(narrow?.querySelector('svg[aria-hidden=true]')).not.toBeNull()
      expect(wide?.querySelector('svg')).toBeNull()
    },
  )

  it('opens the login modal, after whoever holds the button has made room', async () => {
    const onLogin = vi.fn(() => expect(wallets.login).not.toHaveBeenCalled())
    const shown = await show(button('en', onLogin))
    await act(async () => shown.click())
    expect(onLogin).toHaveBeenCalledOnce()
    expect(wallets.login).toHaveBeenCalledOnce()
    expect(wallets.logout).not.toHaveBeenCalled()
  })

  it.each(['pointerover', 'focusin'])('fetches the modal on hover and focus (%s)', async (type) => {
    const shown = await show(button())
    expect(wallets.warmUp).not.toHaveBeenCalled()
    await act(async () => shown.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body })))
    expect(wallets.warmUp).toHaveBeenCalledOnce()
  })
})

describe('signed in', () => {
  it.each([
    ['en', 'Log out alice.wam'],
    ['es', 'Cerrar sesión de alice.wam'],
  ] as [Language, string][])('shows the accountName and says that a click logs out (%s)', async (language, says) => {
    wallets.user = { accountName: 'alice.wam' }
    const shown = await show(button(language))
    expect([shown.textContent, shown.title, shown.getAttribute('aria-label')]).toEqual(['alice.wam', says, says])
  })

  it('logs out on a click', async () => {
    wallets.user = { accountName: 'alice.wam' }
    const shown = await show(button())
    await act(async () => shown.click())
    expect(wallets.logout).toHaveBeenCalledOnce()
    expect(wallets.login).not.toHaveBeenCalled()
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
