// @vitest-environment jsdom
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, inRoot, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { deck, look } from '@fieldhouse/holdings/testing'
import { wallet } from '@fieldhouse/sale/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { OpenPacks } from './OpenPacks'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)
vi.mock('./Stage', () => Promise.reject(new TypeError('Failed to fetch')))

afterEach(clearShown)

it('says that the stage did not load, to the host too', async () => {
  const report = vi.fn()
  const packs = [{ id: '1', name: 'Opening Drive', dropId: '1', cards: 3, least: 'rare' }]
  const { container } = await show(
    inRoot(<OpenPacks edition={{ look, deck }} packs={packs} />, { ...testRoot(), report }),
  )
  await act(async () => container.querySelector('button')?.click())
  const text = 'The opening did not load. Load the page again.'
  await eventually(() => expect(wallet.toast).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text }))
  // The host offers it, too: what failed once some browsers never ask for again.
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'remote' }))
})
