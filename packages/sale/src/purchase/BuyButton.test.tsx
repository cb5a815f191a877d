// @vitest-environment jsdom

import type { ListedDrop } from '@fieldhouse/chain-data'
import { eventually } from '@fieldhouse/design/testing'
import { inRoot, markupOf, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { stillTexts } from '../drops/still-texts'
import { alice, setUser, wallet } from '../testing/fake-wallet'
import { LOOK, withPage } from '../testing/slip-page'
import { BuyButton, BuyLink, usePurchase } from './BuyButton'
import { loadSlip, warmUpPurchase } from './load'

vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)
vi.mock('./load', () => ({ loadSlip: vi.fn(() => import('./Slip')), warmUpPurchase: vi.fn() }))
vi.mock('./Slip', () => ({
  SlipDialog: ({ dropId, onClose }: { dropId: string; onClose: () => void }) => (
    <button type="button" id="form" onClick={onClose}>
      {dropId}
    </button>
  ),
}))

withPage(null)
// A page is idle when a test says so.
beforeEach(() => void vi.stubGlobal('requestIdleCallback', () => 0))

const NO_DROPS: readonly ListedDrop[] = []
const report = vi.fn()

function Sale() {
  const { buy, pending, dialog } = usePurchase(NO_DROPS, { look: LOOK, pages: '/test/drops' })
  return (
    <>
      <BuyButton id="101" name="Opening Drive" isBusy={pending === '101'} onBuy={buy} />
      {dialog}
    </>
  )
}

const open = async () => {
  const { container } = await show(inRoot(<Sale />, { ...testRoot(), report }))
  const button = container.querySelector('button') as HTMLButtonElement
  const form = () => container.querySelector('#form')
  const opened = (dropId: string) => eventually(() => expect(form()?.textContent).toBe(dropId))
  const press = () =>
    act(async () => {
      button.click()
      await vi.dynamicImportSettled()
    })
  return { container, button, form, opened, press }
}

it("says 'Login to Buy' to a visitor and 'Buy' to a user, and of which drop", async () => {
  const { button } = await open()
  expect(button.ariaLabel).toBe('Login to Buy: Opening Drive')
  await act(async () => setUser(alice))
  expect(button.ariaLabel).toBe('Buy: Opening Drive')
})

it('opens the login modal for a visitor and goes on to the form', async () => {
  wallet.login.mockImplementationOnce(async () => {
    setUser(alice)
    return alice
  })
  const { press, opened } = await open()
  await press()
  await opened('101')
  expect(wallet.login).toHaveBeenCalledOnce()
})

it('stays where it is when nobody logs in', async () => {
  const { press, form } = await open()
  await press()
  await eventually(() => expect(wallet.login).toHaveBeenCalledOnce())
  expect(form()).toBeNull()
})

it('opens the form at once for a user, and closes it', async () => {
  setUser(alice)
  const { press, opened, form } = await open()
  await press()
  await opened('101')
  expect(wallet.login).not.toHaveBeenCalled()
  await act(async () => (form() as HTMLButtonElement).click())
  expect(form()).toBeNull()
  await press()
  await opened('101')
})

it.each(['pointerover', 'focusin'])('fetches what the press needs when the button has the %s', async (event) => {
  const { button } = await open()
  expect(warmUpPurchase).not.toHaveBeenCalled()
  await act(async () => button.dispatchEvent(new Event(event, { bubbles: true })))
  expect(warmUpPurchase).toHaveBeenCalledOnce()
})

it('fetches it when a user is there and the page has nothing else to do', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idle.push(callback))
  await open()
  expect(idle).toEqual([])
  await act(async () => setUser(alice))
  expect(idle).toHaveLength(1)
  expect(wallet.warmUp).not.toHaveBeenCalled()
  await act(async () => idle[0]?.())
  await eventually(() => expect(wallet.warmUp).toHaveBeenCalledOnce())
})

it('is prerendered as a link whose press the address remembers, and the page goes on from there', async () => {
  document.body.innerHTML = markupOf(<BuyLink id="101" name="Opening Drive" />)
  const link = document.querySelector('a') as HTMLAnchorElement
  const place = document.getElementById(link.hash.slice(1))
  expect([link.textContent?.startsWith('Login to Buy'), place?.nextElementSibling]).toEqual([true, link])
  history.replaceState(null, '', `/?lang=en${link.hash}`)
  setUser(alice)
  const { opened } = await open()
  await opened('101')
  expect(location.search + location.hash).toBe('?lang=en')
})

it('answers a press of the link while its code is there and the live drops are not', async () => {
  setUser(alice)
  const { opened } = await open()
  await act(async () => {
    location.hash = '#buy-102'
  })
  await opened('102')
})

it('leaves every other address alone', async () => {
  location.hash = '#packs'
  const { form } = await open()
  await act(async () => {})
  expect([location.hash, form(), vi.mocked(loadSlip).mock.calls.length]).toEqual(['#packs', null, 0])
})

it.each(['en', 'es'] as const)('says what it needs where there is no script: %s', (language) => {
  const markup = markupOf(<BuyLink id="101" name="Opening Drive" />, language)
  expect(markup).toContain(stillTexts[language].needsScript)
})

it('says that its press was heard while the form is being fetched', async () => {
  setUser(alice)
  let fetched = () => {}
  vi.mocked(loadSlip).mockImplementationOnce(async () => {
    await new Promise<void>((resolve) => {
      fetched = resolve
    })
    return import('./Slip')
  })
  const { button, press, opened } = await open()
  await press()
  expect([button.ariaLabel, button.ariaBusy ?? button.getAttribute('aria-busy')]).toEqual([
    'One moment…: Opening Drive',
    'true',
  ])
  await act(async () => fetched())
  await opened('101')
  expect(button.ariaLabel).toBe('Buy: Opening Drive')
})

it('says that the form did not load, to the host too, and tries again at the next press', async () => {
  setUser(alice)
  vi.mocked(loadSlip).mockRejectedValueOnce(new Error('the chunk could not be had'))
  const { press, opened, form } = await open()
  await press()
  await eventually(() => expect(wallet.toast).toHaveBeenCalledOnce())
  expect(wallet.toast).toHaveBeenCalledWith({ kind: 'error', text: 'It did not load. Try again.' })
  // The host offers to load the page again: what failed once some browsers never ask for again.
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'remote' }))
  expect(form()).toBeNull()
  await press()
  await opened('101')
})
