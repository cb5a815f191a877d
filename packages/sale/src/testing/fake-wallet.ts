import type { Landed, SignedTransaction, Toast, TransactionRequest, User } from '@fieldhouse/wallet-login'
import { useSyncExternalStore } from 'react'
import { vi } from 'vitest'

let user: User | null = null
const listeners = new Set<() => void>()

/** Logs somebody in, or out. */
export const setUser = (next: User | null): void => {
  user = next
  for (const listener of [...listeners]) listener()
}

export const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'anchor' }

/** What the wallet answers: a transaction that expires in the far future, in its first four bytes. */
export const signed: SignedTransaction = {
  transactionId: 'ab'.repeat(32),
  packed: 'ffffffff00',
  signatures: ['SIG_K1_1'],
  expiresAt: 0xffffffff * 1000,
}

class WalletError extends Error {
  constructor(
    readonly kind: string,
    message: string,
    readonly detail = '',
  ) {
    super(message)
  }
}

/**
 * In the place of `@fieldhouse/wallet-login`:
 * `vi.mock('@fieldhouse/wallet-login', async () => (await import('../testing/fake-wallet')).wallet)`.
 */
export const wallet = {
  useUser: () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => user,
      () => null,
    ),
  getUser: () => user,
  login: vi.fn(async (): Promise<User | null> => null),
  transact: vi.fn(async (request: TransactionRequest): Promise<Landed> => {
    await request.actions()
    request.onSigned?.(signed)
    return { transactionId: 'ab'.repeat(32), block: 4712 }
  }),
  toast: vi.fn((_: Toast) => {}),
  warmUp: vi.fn(() => {}),
  explain: vi.fn(async (error: WalletError) => ({ title: `It is ${error.kind}`, text: error.message, detail: '' })),
  WalletError,
}
