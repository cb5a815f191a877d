import { keepRecord, noteRecord, recordsOf } from '@fieldhouse/chain-data/records'
import { testRoot } from '@fieldhouse/edition-kit/testing'
import type { Landed, SignedTransaction, Toast, TransactionRequest, User } from '@fieldhouse/wallet-login'
import { walletOf } from '@fieldhouse/wallets'
import { useSyncExternalStore } from 'react'
import { vi } from 'vitest'

export const { chainId } = testRoot().settings.network

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

/** How the chain takes what is signed: what its rows say, or why it refuses it; nothing yet. */
export const chain: { says: 'has' | 'nothing' | { kind: string; message: string } } = { says: 'has' }

/** What the wallet does last: it signs, the record is kept, and is taken as far as the chain says. */
export function sign({ subject }: Pick<TransactionRequest, 'subject'>): Landed {
  if (!subject) return { transactionId: signed.transactionId, block: 4712 }
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  keepRecord({
    ...{ id, chainId, account: user?.accountName ?? '', subject: subject(), at: Date.now(), state: 'asked' },
    ...{ request: '', signed: null, sentAt: 0, lastSentAt: 0, isUnanswered: false, isOpen: false, location: '' },
    ...{ line: null, block: 0, isUndone: false, problem: null, isTold: false },
  })
  noteRecord(id, { name: 'signed', signed }, Date.now())
  noteRecord(id, { name: 'sending' }, Date.now())
  advance(id)
  return { transactionId: signed.transactionId, block: 0 }
}

/** Takes the newest record of an account as far as the chain says now. */
export const advanceLast = (account: string): void => advance(recordsOf(chainId, account)[0]?.id ?? '')

function advance(id: string): void {
  if (chain.says === 'nothing') return
  const rows = { has: true, head: 4712, irreversible: null, areProof: false }
  if (chain.says === 'has') noteRecord(id, { name: 'rows', ...rows }, Date.now())
  else noteRecord(id, { name: 'refused', problem: { detail: '', ...chain.says }, knowsSince: 0 }, Date.now())
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
  walletOf,
  login: vi.fn(async (): Promise<User | null> => null),
  transact: vi.fn(async (request: TransactionRequest): Promise<Landed> => {
    await request.actions()
    return sign(request)
  }),
  toast: vi.fn((_: Toast) => {}),
  warmUp: vi.fn(() => {}),
  explain: vi.fn(async (error: WalletError) => ({ title: `It is ${error.kind}`, text: error.message, detail: '' })),
  WalletError,
}
