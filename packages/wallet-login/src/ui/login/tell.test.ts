// @vitest-environment jsdom

import { createCell } from '@fieldhouse/chain-data'
import { WalletError } from '@fieldhouse/wallets'
import { afterEach, expect, it, vi } from 'vitest'
import type { Page } from '../../connection'
import { setPage } from '../page'
import { toasts } from '../toasts/store'
import { brief, tell } from './tell'

vi.mock('../toasts/region', () => ({ placeRegion: () => undefined }))

setPage({ shown: createCell(null) } as unknown as Page)

afterEach(() => toasts.set([]))

const told = async (error: WalletError, wallet: 'anchor' | 'wax') => {
  tell(error, wallet)
  await new Promise(requestAnimationFrame)
  return toasts.get().map(({ kind, text }) => ({ kind, text }))
}

it("says an error with 'Error:' before it", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'wax')).toEqual([
    { kind: 'error', text: expect.stringMatching(/^Error: The request was declined in your wallet/) },
  ])
})

it('does not call it an error that the visitor has to press once more after a login', async () => {
  expect(await told(new WalletError('logged-in-again', 'a login came first'), 'wax')).toEqual([
    { kind: 'info', text: expect.stringMatching(/^Your wallet had to ask you for a login first\./) },
  ])
})

it("leaves to Anchor's dialogs what they have said, and a cancelled request to nobody", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'anchor')).toEqual([])
  expect(await told(new WalletError('cancelled', 'closed'), 'wax')).toEqual([])
})

it.each([
  ['One sentence.', 'One sentence.'],
  [
    'The request was declined in your wallet. Nothing was signed and nothing was paid. If that was a mistake, try again.',
    'The request was declined in your wallet. Nothing was signed and nothing was paid.',
  ],
  [`${'word '.repeat(30)}end. And more.`, `${'word '.repeat(30)}end.`],
])('says no more than is read in five seconds, by whole sentences: %s', (text, said) => {
  expect(brief(text)).toBe(said)
})
