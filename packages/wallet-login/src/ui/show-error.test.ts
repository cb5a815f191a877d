// @vitest-environment jsdom

import { createCell } from '@fieldhouse/chain-data'
import { LANGUAGES, type PageInfo } from '@fieldhouse/contract'
import { explain, WalletError } from '@fieldhouse/wallets'
import { afterEach, expect, it } from 'vitest'
import type { Page } from '../connection'
import { pageInfo } from '../testing/page'
import { SECTION_8 } from '../testing/section-8'
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

it.each(
  LANGUAGES.flatMap((language) =>
    SECTION_8.map(({ error, ...sentence }) => [sentence[language], language, error] as const),
  ),
)(
  'section 8: %s is the first line of a toast, with plain words below and a text for support',
  async (first, language, error) => {
    shown.set(pageInfo({ language }))
    expect(await told(error, 'wax')).toEqual([
      {
        kind: 'error',
        text: `Error: ${first}`,
        more: explain(error, language).text,
        support: expect.stringContaining(` · ${error.message} · `),
      },
    ])
  },
)

it("leaves to Anchor's dialogs what they have said, and a cancelled request to nobody", async () => {
  expect(await told(new WalletError('refused', 'declined'), 'anchor')).toEqual([])
  expect(await told(new WalletError('cancelled', 'closed'), 'wax')).toEqual([])
})
