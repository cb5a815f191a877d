// @vitest-environment jsdom
import { eventually } from '@fieldhouse/design/testing'
import { clearShown, inRoot, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { collectionOf, holdingOf } from '@fieldhouse/holdings'
import { assetRow, deck, look } from '@fieldhouse/holdings/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Found } from './Found'

vi.mock('@fieldhouse/wallet-login', async () => (await import('@fieldhouse/sale/testing')).wallet)
vi.mock('./search', () => Promise.reject(new TypeError('Failed to fetch')))

afterEach(clearShown)

it('says to the host that what a search needs did not load: at a press of its, and not while nobody looks for anything', async () => {
  const report = vi.fn()
  const cards = [1, 2].flatMap((id) => holdingOf(assetRow(id, 700000 + id)) ?? [])
  const { container } = await show(
    inRoot(<Found look={look} deck={deck} cards={collectionOf(cards, { look, deck }).cards} isAwaited={false} />, {
      ...testRoot(),
      report,
    }),
  )
  await act(async () => container.querySelector('input')?.focus())
  await vi.dynamicImportSettled()
  expect(report).not.toHaveBeenCalled()
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))
  for (const [times, name] of ['Teams', 'Filter'].entries()) {
    await act(async () => button(name)?.click())
    await eventually(() => expect(report).toHaveBeenCalledTimes(times + 1))
    expect(report).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'remote' }))
    // The racks hang there, whole.
    await eventually(() => expect(button('Teams')?.getAttribute('aria-pressed')).toBe('false'))
  }
})
