import { createCell } from '@fieldhouse/chain-data'
import { WalletError } from '@fieldhouse/wallets'
import { afterEach, expect, it, vi } from 'vitest'
import type { Page } from '../connection'
import { pageInfo } from '../testing/page'
import { setPage } from '../ui/page'
import { showToast } from '../ui/toasts/store'
import { signing } from './SigningDialog'

vi.mock('../ui/toasts/store', () => ({ showToast: vi.fn() }))

afterEach(() => {
  signing.dismiss()
  vi.mocked(showToast).mockClear()
})

const success = { name: 'success', purpose: 'sign' } as const
const failure = { name: 'failure', purpose: 'sign', error: new WalletError('chain', '', 'Sold out') } as const

it.each([
  ['en', success, { kind: 'success', text: 'The transaction is in the chain.' }],
  [
    'en',
    failure,
    {
      kind: 'error',
      text: 'Transaction Error: Sold out',
      more: 'Somebody else got the last pack. Nothing was paid.',
      support: expect.stringMatching(/^Fieldhouse · .*Sold out · chain · anchor · /),
    },
  ],
  [
    'es',
    failure,
    {
      kind: 'error',
      text: 'Error en la transacción: Agotado',
      more: 'Alguien se ha llevado el último sobre. No se ha pagado nada.',
      support: expect.stringMatching(/^Fieldhouse · .*Sold out · chain · anchor · /),
    },
  ],
] as const)('says by a toast (%s) how a request ended whose dialog another one has', (language, end, toast) => {
  setPage({ shown: createCell(pageInfo({ language })), settings: { product: 'Fieldhouse' } } as unknown as Page)
  const attempt = signing.begin()
  const next = signing.begin()
  attempt.conclude(end)
  expect(showToast).toHaveBeenCalledExactlyOnceWith(toast)
  next.conclude(end)
  expect(showToast).toHaveBeenCalledOnce()
})
