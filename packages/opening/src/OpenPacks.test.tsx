// @vitest-environment jsdom
import { withDialogs } from '@fieldhouse/design/testing'
import { clearShown, show } from '@fieldhouse/edition-kit/testing'
import { deck, look, packRow } from '@fieldhouse/holdings/testing'
import { alice, setUser, wallet } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OpenPacks } from './OpenPacks'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)

const edition = { look, deck }
const packs = [{ id: packRow(1).asset_id, name: 'Opening Drive', dropId: '1', cards: 3, least: 'rare' }]

beforeEach(() => {
  withDialogs()
  setUser(alice)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(async () => {
  await clearShown()
  setUser(null)
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
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
