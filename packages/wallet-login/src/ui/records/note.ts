import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { afterPurchase, keepPacks } from '@fieldhouse/chain-data/purchase'
import {
  type Evidence,
  holdPurchases,
  isEnded,
  isLong,
  isMade,
  isUnderway,
  keepRecord,
  noteRecord,
  type RecordProblem,
  recordOf,
  recordsOf,
  rowsWithClaim,
  type TransactionRecord,
  tellRecord,
} from '@fieldhouse/chain-data/records'
import { textsIn } from '@fieldhouse/i18n'
import { getUser } from '@fieldhouse/wallet-login'
import {
  collect,
  explain,
  fromUnknown,
  type Landed,
  type PushStatus,
  sign,
  type TransactionRequest,
  transact,
  type User,
  type Wallet,
  type WalletAnswer,
  WalletError,
} from '@fieldhouse/wallets'
import { language, page } from '../page'
import { showToast } from '../toasts/store'
import { fetchWallet, walletContext } from '../wallets'
import { recordTexts } from './texts'

/** What wallets have signed on this page, by the ids of records whose end is not known: without `notify` once the dialog is closed. */
const answers = new Map<string, WalletAnswer>()

export const isSignedHere = (id: string): boolean => answers.has(id)

const problemOf = ({ kind, message, detail }: WalletError): RecordProblem => ({ kind, message, detail })

const errorOf = ({ kind, message, detail }: RecordProblem): WalletError =>
  new WalletError(kind as WalletError['kind'], message, detail)

const ABSENT: RecordProblem = { kind: 'expired', message: 'The chain moved on without it', detail: '' }

/** Moves a record on, has the wallet's dialog show its end, and brings the page's data up to date. */
export function note(id: string, evidence: Evidence): void {
  const before = recordOf(id)
  const record = noteRecord(id, evidence, gatewayNow())
  if (!record || !before || record.state === before.state) return
  // What the chain took back is as much news as what it did.
  if (evidence.name === 'rows' && record.state !== 'final') refresh(record, evidence.head)
  // What was bought is in the basket no more, on whatever page that is learnt.
  if (record.state === 'seen' && record.subject.kind === 'purchase') keepPacks(record.subject.dropId, '')
  if (record.state === 'seen' || isEnded(record)) conclude(record)
}

/** Has the wallet's dialog show the end of what it has signed here, whichever tab has learnt that. */
export function conclude(record: TransactionRecord): void {
  const { id, signed, block, problem } = record
  const kept = answers.get(id)
  answers.delete(id)
  if (!kept?.notify) return
  // A success closes by itself, on a page behind the wallet's app before anybody has seen it.
  if (!document.hidden || !isMade(record)) shownInDialog.add(id)
  const landed = { transactionId: signed?.transactionId ?? '', block }
  kept.notify(isMade(record) ? { landed } : { error: errorOf(problem ?? ABSENT) })
}

/** It may take minutes: the dialog closes, and the page shows how the record stands. */
function closeDialog(id: string): void {
  const kept = answers.get(id)
  kept?.notify?.({ waits: true })
  if (kept) kept.notify = undefined
}

/** What was signed by who is not logged in any more waits for them. @param records whoever is logged in has these */
export function closeOthers(records: readonly TransactionRecord[]): void {
  for (const id of answers.keys()) if (!records.some((record) => record.id === id)) closeDialog(id)
}

/** @param block whose rows say how it stands */
function refresh({ account, subject }: TransactionRecord, block: number): void {
  if (subject.kind === 'opening') return
  const names = subject.kind === 'claims' ? { names: ['rowDrops', 'availableDropsToClaim'] as const } : {}
  afterPurchase({ network: page().settings.network, account, block, ...names }).catch(() => {})
}

/** @param askedAt when the request for this status left, by the gateway's clock, epoch milliseconds */
export function noteStatus(id: string, { state, location }: PushStatus, askedAt: number): void {
  if (location !== '') note(id, { name: 'accepted', location })
  if (state.name === 'lost' || (state.name === 'queued' && isLong(state.line, gatewayNow()))) closeDialog(id)
  switch (state.name) {
    case 'queued':
    case 'lost':
      note(id, state)
      break
    case 'landed':
    case 'sent': {
      note(id, { name: 'out' })
      const record = recordOf(id)
      // Of what was taken back the gateway may have the row still: then the chain's rows are read.
      const isFound = record && !record.isUndone && state.name === 'landed'
      const rows = isFound ? rowsWithClaim(record, state.claim, state.block) : null
      if (rows) note(id, rows)
      break
    }
    case 'refused': {
      const error = answers.get(id)?.refine(state.error) ?? state.error
      note(id, { name: 'refused', problem: problemOf(error), knowsSince: state.knowsSince, askedAt })
      break
    }
    case 'unsent':
      note(id, { name: 'unsent', ...(state.isLast && { problem: problemOf(state.error) }) })
  }
}

/** A slip or a stage that shows the record marks its end as shown within this time, in milliseconds. Else a toast shows it. */
const SHOWN_WITHIN = 1000

/** The ids of records whose end the wallet's dialog has shown. */
const shownInDialog = new Set<string>()

/** The ids of records whose end is about to be shown. */
const announcing = new Set<string>()

/** Shows by toasts how records ended, or that one was undone after its end was shown, unless the page has shown it. */
export function announceEnds(records: readonly TransactionRecord[]): void {
  for (const record of records) {
    const { id } = record
    if (!isUnannounced(record) || announcing.has(id)) continue
    announcing.add(id)
    wait(SHOWN_WITHIN).then(() => {
      announcing.delete(id)
      const now = recordOf(id)
      if (!now || !isUnannounced(now)) {
        // What comes of it next has not been shown.
        shownInDialog.delete(id)
        return
      }
      // A hidden page, or another account's, shows it later.
      if (document.hidden || getUser()?.accountName !== now.account) return
      tellRecord(id)
      if (!shownInDialog.delete(id)) announceEnd(now)
    })
  }
}

const isUnannounced = (record: TransactionRecord): boolean =>
  !record.isTold && (isEnded(record) || isMade(record) || record.isUndone)

function announceEnd(record: TransactionRecord): void {
  const { state, subject, problem } = record
  const t = textsIn(recordTexts, language())
  const name = nameOf(record)
  if (isMade(record)) {
    const count =
      subject.kind === 'opening' ? 1 : Number(subject.kind === 'purchase' ? subject.quantity : subject.packs)
    showToast({ kind: 'success', text: t(`made.${subject.kind}`, { count }), ...(name && { more: name }) })
  } else if (state === 'absent') {
    showToast({ kind: 'error', text: titled(name, t(`absent.${subject.kind}`)), more: t('absentMore') })
  } else if (state === 'refused' && problem) {
    const { title, text } = explain(problem, language())
    const isOwnDoing = ['left', 'other-wallet'].includes(problem.kind)
    showToast({ kind: isOwnDoing ? 'info' : 'error', text: titled(name, title), more: text })
  } else {
    showToast({ kind: 'error', text: titled(name, t('undone')), more: t('undoneMore') })
  }
}

const nameOf = ({ subject }: TransactionRecord): string =>
  subject.kind === 'purchase' ? subject.dropName : subject.kind === 'opening' ? subject.packName : ''

const titled = (name: string, text: string): string => (name ? `${name}: ${text}` : text)

/** The wallet still has the request of an earlier page. */
function announceOpenRequest(record: TransactionRecord): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: titled(nameOf(record), t('open')), more: t('openMore') })
}

/** A stored record cannot be read: nobody knows what it was of. */
export function announceDamaged(): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: t('damaged'), more: t('damagedMore') })
}

/** The records whose wallet has a request of this page. */
const requested = new Set<string>()

export const isWalletAsked = (id: string): boolean => requested.has(id)

/** Until when this page asks a wallet. */
let asking: Promise<void> = Promise.resolve()

/** When an answer takes longer, in milliseconds, the visitor sees what the page waits for. */
const OPEN_AFTER = 3000

/**
 * Has the wallet sign, and keeps a record from its request on. There is no request while another tab has one, nor for what is
 * still under way; one of this page comes after the other. What has no subject is of an edition that keeps no records: it is
 * sent, and awaited.
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
  let isOver = false
  // Its wallet may end it only now, for this one.
  const earlier = asking
  let end = () => {}
  asking = new Promise((resolve) => {
    end = resolve
  })
  // Its dialog can be closed before the actions are there: what comes then is nobody's.
  const goOn = () => {
    if (!isOver) return
    release?.()
    throw new WalletError('cancelled', 'the request was given up before it was made')
  }
  const actions = async () => {
    await earlier
    const present = getUser()
    // That may have taken minutes: no wallet is asked of whoever has left meanwhile.
    if (present?.accountName !== user.accountName)
      throw new WalletError(present ? 'other-wallet' : 'not-logged-in', 'signing: who asked is not logged in any more')
    release ??= await holdPurchases()
    goOn()
    if (!release) throw new WalletError('elsewhere', 'another tab asks a wallet')
    const made = await request.actions()
    goOn()
    const record = newRecord(id, user.accountName, subject())
    const others = recordsOf(page().settings.network.chainId, user.accountName).filter((other) => other.id !== id)
    if (others.some((other) => isUnderway(other) && isSameKind(other, record))) {
      throw new WalletError('underway', 'it is not known yet how the last one ended')
    }
    asked = record
    requested.add(id)
    keepRecord(record)
    return made
  }
  try {
    const answer = await sign(walletContext(), wallet, user, {
      actions,
      onAsked: (address) => {
        note(id, { name: 'request', address })
        request.onAsked?.(address)
      },
    })
    request.onSigned?.(answer.signed)
    // Somebody cleared the browser's storage meanwhile: what is signed is kept in any case.
    if (asked && !recordOf(id)) keepRecord(asked)
    answers.set(id, answer)
    requested.delete(id)
    note(id, { name: 'signed', signed: answer.signed })
    return { transactionId: answer.signed.transactionId, block: 0 }
  } catch (error) {
    note(id, { name: 'declined', problem: problemOf(error as WalletError) })
    // The caller shows it.
    tellRecord(id)
    throw error
  } finally {
    isOver = true
    requested.delete(id)
    ;(release as (() => void) | null)?.()
    end()
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

/** A request whose answer only its page would get is void once that page is gone: one that still waits holds the lock. */
export async function declineOrphan({ id }: TransactionRecord): Promise<void> {
  const release = await holdPurchases()
  if (!release) return
  const problem = { kind: 'left', message: 'The page was left before the wallet answered', detail: '' }
  if (recordOf(id)?.request === '') note(id, { name: 'declined', problem })
  release()
}

/**
 * Takes the wallet's answer to the request of a page that is gone. Does nothing while that page still waits for it.
 *
 * @throws the signal's reason, when it is aborted
 */
export async function collectAnswer(user: User, record: TransactionRecord, signal: AbortSignal): Promise<void> {
  const { id, request } = record
  const release = await holdPurchases()
  release?.()
  const wallet = release && (await fetchWallet(user.wallet).catch(() => null))
  if (!wallet) return
  const answered = new AbortController()
  wait(OPEN_AFTER, AbortSignal.any([answered.signal, signal])).then(
    () => announceOpenRequest(record),
    () => {},
  )
  try {
    const signed = await collect(walletContext(), wallet, user, request, signal)
    note(id, { name: 'signed', signed })
  } catch (cause) {
    signal.throwIfAborted()
    const error = fromUnknown(cause, 'collecting a late answer')
    // That it could not be reached says nothing of its answer.
    if (error.kind !== 'network') note(id, { name: 'declined', problem: problemOf(error) })
  } finally {
    answered.abort()
  }
}
