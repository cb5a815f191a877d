// @vitest-environment jsdom

import { createCell } from '@fieldhouse/chain-data'
import type { PageInfo } from '@fieldhouse/contract'
import { explain, WalletError } from '@fieldhouse/wallets'
import { afterEach, expect, it } from 'vitest'
import type { Page } from '../connection'
import { pageInfo } from '../testing/page'
import { setPage } from './page'
import { showError } from './show-error'
import { toasts } from './toasts/store'

const settings = { product: 'Fieldhouse' }
const shown = createCell<PageInfo | null>(null)
setPage({ shown, settings } as unknown as Page)

afterEach(() => {
  toasts.set([])
  shown.set(null)
})

const told = async (error: WalletError, wallet: 'anchor' | 'wax') => {
  showError(error, wallet)
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

it.each([
  ['en', 'Invalid request callback'],
  ['es', 'Respuesta a la petición no válida'],
] as const)(
  'has the sentence of section 8 as its first line (%s), with plain words below and a text for support: %s',
  async (language, sentence) => {
    shown.set(pageInfo({ language }))
    const error = new WalletError('invalid-callback', 'Invalid request callback')
    expect(await told(error, 'wax')).toEqual([
      {
        kind: 'error',
        text: `Error: ${sentence}`,
        more: explain(error, language).text,
        support: expect.stringContaining(' · Invalid request callback · '),
      },
    ])
  },
)

it("leaves to Anchor's dialogs what they have said, and a cancelled request to nobody", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'anchor')).toEqual([])
  expect(await told(new WalletError('cancelled', 'closed'), 'wax')).toEqual([])
})
