import { ask, forgetUser, rememberUser, siteQuestions } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import type { EditionLook } from '@fieldhouse/design'
import { eventually, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { clearOrders } from '../purchase/orders'
import { forgetLanding } from '../purchase/partner'
import { serveTables, type Tables } from './fake-gateway'
import { alice, chain, setUser } from './fake-wallet'

export const LOOK: EditionLook = { edition: 'football', side: 11, packLines: '', sectionMark: (index) => [index, 0] }

export const { network } = testRoot().settings

/** Starts each test of a file on a new page, and ends with nothing shown, stored or remembered. */
export function withPage(user: typeof alice | null = alice): void {
  beforeEach(() => {
    withDialogs()
    HTMLElement.prototype.scrollIntoView = () => {}
    if (user) rememberUser(user.accountName)
    setUser(user)
  })
  afterEach(async () => {
    await clearShown()
    clearOrders()
    forgetLanding()
    localStorage.clear()
    history.replaceState(null, '', '/')
    setUser(null)
    forgetUser(alice.accountName)
    chain.says = 'has'
  })
}

/** Has the visitor's clock show the time of a zone, as far as the page says which one that is. */
export const clockIn = (timeZone: string): void => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
}

/** Serves the tables, and has the page know the drops and the median. */
export async function serve(tables: Tables): Promise<void> {
  serveTables(tables)
  await ask(siteQuestions.drops(network), { maxAge: 0 })
  await ask(siteQuestions.median(network), { maxAge: 0 })
}

/** Shows an element, with what a test presses, writes and reads in it. A button is named as who hears it calls it. */
export async function open(element: ReactElement, language: Language = 'en') {
  const { container, render } = await show(element, language)
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(
      (found) => (found.getAttribute('aria-label') ?? found.textContent) === name,
    ) as HTMLButtonElement
  const input = (which = 'input') => container.querySelector(which) as HTMLInputElement
  return {
    container,
    render,
    button,
    input,
    press: (name: string) => act(async () => button(name).click()),
    write: (value: string, which?: string) =>
      act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(which), value)
        input(which).dispatchEvent(new Event('input', { bubbles: true }))
      }),
    link: (name: string) =>
      [...container.querySelectorAll('a')].find(({ textContent }) => textContent === name)?.getAttribute('href'),
    says: (text: string | RegExp) => eventually(() => expect(container.textContent).toMatch(text)),
  }
}
