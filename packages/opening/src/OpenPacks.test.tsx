// @vitest-environment jsdom
import { forgetUser, rememberUser } from '@fieldhouse/chain-data'
import { eventually, withDialogs } from '@fieldhouse/design/testing'
import { clearShown, show } from '@fieldhouse/edition-kit/testing'
import { assetRow, deck, look, packRow, serve } from '@fieldhouse/holdings/testing'
import { alice, setUser, sign, wallet } from '@fieldhouse/sale/testing'
import type { TransactionRequest } from '@fieldhouse/wallet-login'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BoughtPacks } from './BoughtPacks'
import { OpenPacks } from './OpenPacks'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const edition = { look, deck }
const packs = [{ id: packRow(1).asset_id, name: 'Opening Drive', dropId: '1', cards: 3, least: 'rare' }]

beforeEach(() => {
  withDialogs()
  setUser(alice)
  rememberUser(alice.accountName)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(async () => {
  await clearShown()
  setUser(null)
  forgetUser(alice.accountName)
  localStorage.clear()
})

const buttonIn = (container: HTMLElement) => container.querySelector('button') as HTMLButtonElement

it('asks nobody who has gone on while the stage was fetched', async () => {
  const { container, render } = await show(<OpenPacks edition={edition} packs={packs} isAtOnce />)
  await act(async () => {
    buttonIn(container).click()
    await render(<p>Another page</p>)
  })
  await act(() => vi.dynamicImportSettled())
  expect(wallet.transact).not.toHaveBeenCalled()
})

it('asks nobody who has logged in since the press, as in another tab, while the stage was fetched', async () => {
  const { container } = await show(<OpenPacks edition={edition} packs={packs} isAtOnce />)
  await act(async () => {
    buttonIn(container).click()
    setUser({ ...alice, accountName: 'bob.wam' })
  })
  await act(() => vi.dynamicImportSettled())
  expect(wallet.transact).not.toHaveBeenCalled()
})

it('is not pressed by an Enter that is held, as since it closed the stage: the wallet is asked at once', async () => {
  const { container } = await show(<OpenPacks edition={edition} packs={packs} isAtOnce />)
  const enter = (repeat: boolean) =>
    buttonIn(container).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }),
    )
  // What a browser presses the button by.
  expect([enter(true), enter(false)]).toEqual([false, true])
})

it('asks the wallet once, however often it is pressed before the stage stands there', async () => {
  wallet.transact.mockImplementation(() => new Promise(() => {}))
  const { container } = await show(<OpenPacks edition={edition} packs={packs} isAtOnce />)
  await act(async () => {
    buttonIn(container).click()
    buttonIn(container).click()
    await vi.dynamicImportSettled()
    buttonIn(container).click()
  })
  expect(container.querySelector('dialog')).not.toBeNull()
  expect(wallet.transact).toHaveBeenCalledOnce()
})

it('leaves the stage of an account when another one logs in, as in another tab', async () => {
  const onStage = vi.fn()
  const { container } = await show(<OpenPacks edition={edition} packs={packs} onStage={onStage} />)
  await act(async () => buttonIn(container).click())
  await eventually(() => expect(container.querySelector('dialog')).not.toBeNull())
  await act(async () => setUser({ ...alice, accountName: 'bob.wam' }))
  expect(container.querySelector('dialog')).toBeNull()
  expect(onStage).toHaveBeenLastCalledWith(false)
})

it('never says again that packs are on their way that have been opened', async () => {
  vi.useFakeTimers()
  let opened = 0
  wallet.transact.mockImplementation(async (request: TransactionRequest) => {
    opened += 1
    return sign(request)
  })
  serve(() => (opened === 0 ? [packRow(1)] : [1, 2, 3].map((id) => assetRow(100 + id, 700000 + id))))
  const after = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
  const { container } = await show(
    <BoughtPacks {...edition} dropId="1" count={1} className="">
      <p>On their way</p>
    </BoughtPacks>,
  )
  await after(1000)
  expect(container.textContent).toBe('Open it now')
  await act(async () => buttonIn(container).click())
  await act(() => vi.dynamicImportSettled())
  await after(5000)
  expect(opened).toBe(1)
  const close = [...container.querySelectorAll('button')].find(
    (button) => button.getAttribute('aria-label') === 'Close',
  )
  await act(async () => (close as HTMLButtonElement).click())
  expect(container.textContent).toBe('')
  vi.useRealTimers()
})
