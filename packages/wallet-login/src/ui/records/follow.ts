import { gatewayNow, wait } from '@fieldhouse/chain-data'
import {
  inTurn,
  isEarlier,
  isEnded,
  isMade,
  nextStep,
  paceInLine,
  RECORD_KEY,
  readRowsOf,
  recordOf,
  recordsOf,
  subscribeToRecords,
  type TransactionRecord,
  takeDamaged,
  takeOver,
} from '@fieldhouse/chain-data/records'
import { subscribeToStorage } from '@fieldhouse/contract/browser'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { followPush, type PushStatus, push, type User } from '@fieldhouse/wallets'
import { page } from '../page'
import { walletContext } from '../wallets'
import {
  announceDamaged,
  announceEnds,
  closeOthers,
  collectAnswer,
  conclude,
  declineOrphan,
  isSignedHere,
  isWalletAsked,
  note,
  noteStatus,
} from './note'

/** Between two steps without news, in milliseconds: doubled each time up to the greatest. */
const FIRST_PAUSE = 500
const LAST_PAUSE = 15_000
/** What was seen becomes final some seconds later at the earliest, in milliseconds. */
const FIRST_CONFIRMATION = 4000

/** The records that are followed here, by their ids, and for whom. */
const following = new Map<string, { by: User; abort: AbortController }>()

let isStarted = false

/**
 * Follows the records of whoever is logged in to their ends while the page is seen, and those that were signed here in any
 * case. Several tabs may follow one: what they send is one transaction, and what they learn is one record.
 */
export function followRecords(): void {
  if (isStarted) return
  isStarted = true
  const { chainId } = page().settings.network
  const takeKept = () => {
    const isWhole = takeOver(chainId, gatewayNow())
    if (takeDamaged() > 0 || !isWhole) announceDamaged()
  }
  takeKept()
  subscribeToStorage(isEarlier, takeKept)
  subscribeToUser(followAll)
  subscribeToRecords(followAll)
  document.addEventListener('visibilitychange', followAll)
  followAll()
}

const isWanted = (id: string): boolean => !document.hidden || isSignedHere(id)

function followAll(): void {
  const user = getUser()
  const records = user ? recordsOf(page().settings.network.chainId, user.accountName) : []
  // The same account may have another wallet by now.
  for (const [id, { by, abort }] of following) if (by !== user || !isWanted(id)) abort.abort()
  closeOthers(records)
  if (!user) return
  announceEnds(records)
  for (const record of records) if (isMade(record) || isEnded(record)) conclude(record)
  for (const record of records) {
    const { id } = record
    if (isEnded(record) || isWalletAsked(id) || following.has(id) || !isWanted(id)) continue
    const abort = new AbortController()
    following.set(id, { by: user, abort })
    inTurn(RECORD_KEY + id, abort.signal, () => follow({ user, id, status: null, signal: abort.signal }))
      .catch(() => {})
      .finally(() => {
        following.delete(id)
        // It is wanted again.
        if (abort.signal.aborted) followAll()
      })
  }
}

interface Followed {
  user: User
  id: string
  /** Of its push; null before the first answer of the gateway. */
  status: PushStatus | null
  signal: AbortSignal
}

/** Until it has ended, is wanted no more, or its account has logged out. */
async function follow(followed: Followed): Promise<void> {
  const { id, signal } = followed
  let pause = FIRST_PAUSE
  for (;;) {
    signal.throwIfAborted()
    const record = recordOf(id)
    if (!record || isEnded(record)) return
    const began = performance.now()
    const rest = (after: number) => wait(Math.max(0, after - (performance.now() - began)), signal)
    const next = await takeStep(followed, record)
    const isSeen = record.state !== 'seen' && recordOf(id)?.state === 'seen'
    if (isSeen) pause = FIRST_CONFIRMATION
    if (next === null || isSeen) {
      await rest(pause)
      pause = Math.min(2 * pause, LAST_PAUSE)
    } else if (next > 0) {
      pause = FIRST_PAUSE
      await rest(next)
    }
  }
}

/** Does what is next. Answers after how many milliseconds there is something to do again; null for later each time. */
async function takeStep(followed: Followed, record: TransactionRecord): Promise<number | null> {
  const { user, id, signal } = followed
  switch (nextStep(record, gatewayNow())) {
    case null:
      await declineOrphan(record)
      return null
    case 'collect':
      await collectAnswer(user, record, signal)
      return recordOf(id)?.state === 'signed' ? 0 : null
    case 'send': {
      followed.status = await send(record)
      const now = recordOf(id)
      // The first request for the status waits at the gateway: in an empty line it is answered at once.
      if (now?.location !== '') return 0
      // Of what may be out, no answer to another sending says as much as the rows.
      if (now.state === 'sent' && now.isOpen) await readChain(followed, now)
      return null
    }
    case 'follow':
      return fetchAnswer(followed, record)
    case 'look':
      await readChain(followed, record)
      return null
  }
}

async function fetchAnswer(followed: Followed, record: TransactionRecord): Promise<number | null> {
  const { id, status, signal } = followed
  let isNews = false
  // A status is never another one again once it is `landed`.
  if (status?.state.name !== 'landed') {
    const unread: PushStatus = { state: { name: 'sent', block: 0 }, location: record.location, etag: '' }
    const known = status?.location === record.location ? status : unread
    const askedAt = gatewayNow()
    const next = await followPush(walletContext(), record.signed?.transactionId ?? '', known, signal)
    isNews = next !== null && next.etag !== '' && next.etag !== known.etag
    if (next && next !== known) noteStatus(id, next, askedAt)
    followed.status = next ?? known
  }
  const now = recordOf(id)
  if (now && needsRows(now, followed.status, isNews)) await readChain(followed, now)
  const { location, line } = recordOf(id) ?? record
  if (location === '') return null
  if (followed.status?.state.name === 'queued') return paceInLine(line?.sendsAt ?? null, gatewayNow())
  return isNews ? 0 : null
}

async function send(record: TransactionRecord): Promise<PushStatus> {
  const { id, signed } = record
  if (!signed) throw new RangeError(`sending record ${id}: nothing was signed`)
  note(id, { name: 'sending' })
  const askedAt = gatewayNow()
  const status = await push(walletContext(), signed)
  noteStatus(id, status, askedAt)
  return status
}

/** Whether to read the rows, too. Those of purchases the gateway finds for all: only when it had no news for a while. */
function needsRows({ state, subject, signed }: TransactionRecord, status: PushStatus | null, isNews: boolean): boolean {
  if (state !== 'sent') return false
  const name = status?.state.name
  if (name === 'landed' || (name === 'sent' && subject.kind !== 'purchase')) return true
  const isPast = signed !== null && gatewayNow() >= signed.expiresAt
  return !isNews && (name === 'sent' || isPast)
}

async function readChain({ status, signal }: Followed, record: TransactionRecord): Promise<void> {
  const minBlock = status && 'block' in status.state ? status.state.block : 0
  try {
    note(record.id, await readRowsOf(record, { network: page().settings.network, minBlock, signal }))
  } catch {
    // It is read again.
    signal.throwIfAborted()
  }
}

export { forgetEnded } from '@fieldhouse/chain-data/records'
export { signAndKeep } from './note'
