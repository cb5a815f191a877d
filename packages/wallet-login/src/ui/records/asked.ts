import { gatewayNow, wait } from '@fieldhouse/chain-data'
import {
  holdPurchases,
  isUnderway,
  keepRecord,
  recordOf,
  recordsOf,
  type TransactionRecord,
  tellRecord,
} from '@fieldhouse/chain-data/records'
import {
  collect,
  fromUnknown,
  type Landed,
  sign,
  type TransactionRequest,
  transact,
  type User,
  type Wallet,
  WalletError,
} from '@fieldhouse/wallets'
import { walletContext } from '../context'
import { page } from '../page'
import { fetchWallet } from '../wallets'
import { keepAnswer, note, problemOf, tellOpen } from './note'

/** The records whose wallet is being asked by this page. */
const asking = new Set<string>()

export const isAsking = (id: string): boolean => asking.has(id)

/** An answer that takes longer than this is not there yet, in milliseconds: the visitor hears what it waits for. */
const OPEN_AFTER = 3000

/**
 * Has the wallet sign, and keeps a record from the moment on at which it is asked. It is not asked while another tab asks one,
 * nor for what is still under way. What has no subject is of an edition that keeps no records: it is sent, and awaited.
 *
 * @returns once it has signed: the record says the rest
 * @throws WalletError; `elsewhere` while another tab asks, `underway` while it is not known how an earlier one ended
 */
export async function signAndKeep(wallet: Wallet, user: User, request: TransactionRequest): Promise<Landed> {
  const { subject } = request
  if (!subject) return transact(walletContext(), wallet, user, request)
  const id = crypto.getRandomValues(new Uint32Array(4)).join('-')
  let release: (() => void) | null = null
  let asked: TransactionRecord | null = null
  const actions = async () => {
    release ??= await holdPurchases()
    if (!release) throw new WalletError('elsewhere', 'another tab asks a wallet')
    const made = await request.actions()
    const record = newRecord(id, user.accountName, subject())
    const others = recordsOf(user.accountName).filter((other) => other.id !== id)
    if (others.some((other) => isUnderway(other) && isSameKind(other, record))) {
      throw new WalletError('underway', 'it is not known yet how the last one ended')
    }
    asked = record
    asking.add(id)
    keepRecord(record)
    return made
  }
  try {
    const answer = await sign(walletContext(), wallet, user, {
      actions,
      onAsked: (address) => note(id, { name: 'request', address }),
    })
    // Somebody cleared the browser's storage meanwhile: what is signed is kept in any case.
    if (asked && !recordOf(id)) keepRecord(asked)
    keepAnswer(id, answer)
    asking.delete(id)
    note(id, { name: 'signed', signed: answer.signed })
    return { transactionId: answer.signed.transactionId, block: 0 }
  } catch (error) {
    note(id, { name: 'declined', problem: problemOf(error as WalletError) })
    // Whoever asked says it.
    tellRecord(id)
    throw error
  } finally {
    asking.delete(id)
    ;(release as (() => void) | null)?.()
  }
}

const newRecord = (id: string, account: string, subject: TransactionRecord['subject']): TransactionRecord => ({
  ...{ id, chainId: page().settings.network.chainId, account, subject, at: gatewayNow(), state: 'asked', request: '' },
  ...{ signed: null, sentAt: 0, lastSentAt: 0, isUnanswered: false, isOpen: false, location: '', line: null, block: 0 },
  ...{ isUndone: false, problem: null, isTold: false },
})

/** A pack is opened and a claim collected once; a purchase depends on balance and limit, which another one changes. */
function isSameKind({ subject: one }: TransactionRecord, { subject: other }: TransactionRecord): boolean {
  if (one.kind === 'opening' && other.kind === 'opening') return one.packId === other.packId
  if (one.kind === 'claims' && other.kind === 'claims') return one.claimIds.some((id) => other.claimIds.includes(id))
  return one.kind === other.kind
}

/**
 * What was asked of a wallet that answers the page alone came to nothing when no page asks any more: nothing was sent.
 * Whoever still asks holds the purchases.
 */
export async function declineOrphan({ id }: TransactionRecord): Promise<void> {
  const release = await holdPurchases()
  if (!release) return
  const problem = { kind: 'left', message: 'The page was left before the wallet answered', detail: '' }
  if (recordOf(id)?.request === '') note(id, { name: 'declined', problem })
  release()
}

/** Takes the wallet's answer to what a page that is gone had asked for. Does nothing while that page still waits for it. */
export async function collectAnswer(user: User, record: TransactionRecord): Promise<void> {
  const { id, request } = record
  const release = await holdPurchases()
  release?.()
  const wallet = release && (await fetchWallet(user.wallet).catch(() => null))
  if (!wallet) return
  const answered = new AbortController()
  wait(OPEN_AFTER, answered.signal).then(
    () => tellOpen(record),
    () => {},
  )
  try {
    const signed = await collect(walletContext(), wallet, user, request)
    note(id, { name: 'signed', signed })
  } catch (cause) {
    const error = fromUnknown(cause, 'collecting a late answer')
    // It could not be asked, which says nothing of its answer.
    if (error.kind !== 'network') note(id, { name: 'declined', problem: problemOf(error) })
  } finally {
    answered.abort()
  }
}
