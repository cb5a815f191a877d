// @vitest-environment jsdom

import { createCell } from '@fieldhouse/chain-data'
import { WalletError } from '@fieldhouse/wallets'
import { afterEach, expect, it, vi } from 'vitest'
import type { Page } from '../../connection'
import { setPage } from '../page'
import { toasts } from '../toasts/store'
import { tell } from './tell'

vi.mock('../toasts/region', () => ({ placeRegion: () => undefined }))

setPage({ shown: createCell(null), settings: { product: 'Fieldhouse' } } as unknown as Page)

afterEach(() => toasts.set([]))

const told = async (error: WalletError, wallet: 'anchor' | 'wax') => {
  tell(error, wallet)
  await new Promise(requestAnimationFrame)
  return toasts.get().map(({ kind, text, more, support }) => ({ kind, text, more, support }))
}

it("says an error with 'Error:' before it", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'wax')).toEqual([
    {
      kind: 'error',
      text: 'Error: Declined in your wallet',
      more: expect.stringMatching(/^The request was declined in your wallet/),
      support: expect.stringMatching(/^Fieldhouse · declined · refused · wax · \d{4}-/),
    },
  ])
})

it('does not call it an error that the visitor has to press once more after a login', async () => {
  expect(await told(new WalletError('logged-in-again', 'a login came first'), 'wax')).toEqual([
    {
      kind: 'info',
      text: 'You are logged in again',
      more: expect.stringMatching(/^Your wallet had to ask you for a login first\./),
    },
  ])
})

it("leaves to Anchor's dialogs what they have said, and a cancelled request to nobody", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'anchor')).toEqual([])
  expect(await told(new WalletError('cancelled', 'closed'), 'wax')).toEqual([])
})
