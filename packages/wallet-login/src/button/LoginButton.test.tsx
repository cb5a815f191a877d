import type { Language } from '@fieldhouse/contract'
import { I18nRoot } from '@fieldhouse/i18n'
import type { WalletName } from '@fieldhouse/wallets'
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually'
import { newDocument, openPage, record } from '../testing/page'

// The real ones bring their libraries, which no test here needs.
vi.mock('@fieldhouse/wallets', async (original) => {
  const { fakeWallet } = await import('../testing/page')
  return { ...(await original<object>()), loadWallet: async (name: WalletName) => fakeWallet(name) }
})

let root: Root | undefined

beforeEach(newDocument)
afterEach(async () => {
  await act(async () => root?.unmount())
  root = undefined
})

/** The button in a root of its own, after the page was connected. */
async function button(language: Language = 'en', onLogin?: () => void) {
  const { LoginButton } = await import('./LoginButton')
  return (
    <I18nRoot language={language}>
      <LoginButton {...(onLogin && { onLogin })} />
    </I18nRoot>
  )
}

async function show(element: Awaited<ReturnType<typeof button>>) {
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
      await openPage()
      const shown = await show(await button(language))
      const [wide, narrow] = [...shown.children]
      expect([wide?.textContent, narrow?.textContent]).toEqual([long, short])
      expect(narrow?.querySelector('svg[aria-hidden=true]')).not.toBeNull()
      expect(wide?.querySelector('svg')).toBeNull()
    },
  )

  it('opens the login modal, after whoever holds the button has made room', async () => {
    const page = await openPage()
    const onLogin = vi.fn()
    const shown = await show(await button('en', onLogin))
    await act(async () => {
      shown.click()
      await eventually(() => expect(document.querySelector('dialog')).not.toBeNull())
    })
    expect(onLogin).toHaveBeenCalledOnce()
    expect(page.reload).not.toHaveBeenCalled()
  })

  it.each(['pointerover', 'focusin'])('fetches the modal on hover and focus (%s)', async (type) => {
    const { loadUi } = await openPage()
    const shown = await show(await button())
    expect(loadUi).not.toHaveBeenCalled()
    await act(async () => shown.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body })))
    expect(loadUi).toHaveBeenCalledOnce()
  })
})

describe('signed in', () => {
  it.each([
    ['en', 'Log out alice.wam'],
    ['es', 'Cerrar sesión de alice.wam'],
  ] as [Language, string][])('shows the accountName and says that a click logs out (%s)', async (language, says) => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    await openPage()
    const shown = await show(await button(language))
    expect([shown.textContent, shown.title, shown.getAttribute('aria-label')]).toEqual(['alice.wam', says, says])
  })

  it('logs out on a click', async () => {
    localStorage.setItem('Wax', record('alice.wam', 'wax'))
    const { reload, getUser } = await openPage()
    const shown = await show(await button())
    await act(async () => {
      shown.click()
      await eventually(() => expect(reload).toHaveBeenCalledOnce())
    })
    expect(getUser()).toBeNull()
    expect(localStorage.length).toBe(0)
  })
})

it('is prerendered signed out and takes the stored user after hydration, without a mismatch', async () => {
  localStorage.setItem('Wax', record('alice.wam', 'wax'))
  await openPage()
  const element = await button()
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
