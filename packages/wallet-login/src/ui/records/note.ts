import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { afterPurchase, keepPacks } from '@fieldhouse/chain-data/purchase'
import {
  type Evidence,
  isEnded,
  isLong,
  isMade,
  noteRecord,
  type RecordProblem,
  recordOf,
  rowsWithClaim,
  type TransactionRecord,
  tellRecord,
} from '@fieldhouse/chain-data/records'
import { textsIn } from '@fieldhouse/i18n'
import { getUser } from '@fieldhouse/wallet-login'
import { explain, type PushStatus, type WalletAnswer, WalletError } from '@fieldhouse/wallets'
import { language, page } from '../page'
import { showToast } from '../toasts/show'
import { recordTexts } from './texts'

/** What the wallets have answered here, by the ids of records whose end is not known; false for a dialog that has closed. */
const answers = new Map<string, { answer: WalletAnswer; isDialogOpen: boolean }>()

/** Whether a record was signed here, and its end is not known. */
export const isSignedHere = (id: string): boolean => answers.has(id)

export const keepAnswer = (id: string, answer: WalletAnswer): void =>
  void answers.set(id, { answer, isDialogOpen: answer.hasDialogs })

export const problemOf = ({ kind, message, detail }: WalletError): RecordProblem => ({ kind, message, detail })

export const errorOf = ({ kind, message, detail }: RecordProblem): WalletError =>
  new WalletError(kind as WalletError['kind'], message, detail)

/** Of what came to nothing because the chain went on without it. */
const ABSENT: RecordProblem = { kind: 'expired', message: 'The chain went on without it', detail: '' }

/** Takes note of what was learnt, tells the wallet's dialog, and brings the page's data up to date. */
export function note(id: string, evidence: Evidence): void {
  const before = recordOf(id)
  const record = noteRecord(id, evidence, gatewayNow())
  if (!record || !before || record.state === before.state) return
  if (record.state === 'seen') refresh(record)
  // What was bought is in the basket no more, whatever page tells of it.
  if (record.state === 'seen' && record.subject.kind === 'purchase') keepPacks(record.subject.dropId, '')
  if (record.state === 'seen' || isEnded(record)) conclude(record)
}

function conclude(record: TransactionRecord): void {
  const { id, signed, block, problem } = record
  const kept = answers.get(id)
  answers.delete(id)
  if (!kept?.isDialogOpen) return
  toldInDialog.add(id)
  const landed = { transactionId: signed?.transactionId ?? '', block }
  kept.answer.tell(isMade(record) ? { landed } : { error: errorOf(problem ?? ABSENT) })
}

/** It may take minutes: the page says where it stands, and the dialog closes. */
function closeDialog(id: string): void {
  const kept = answers.get(id)
  if (!kept?.isDialogOpen) return
  kept.isDialogOpen = false
  kept.answer.tell({ waits: true })
}

/** Brings up to date what it changes. */
function refresh({ account, subject, block }: TransactionRecord): void {
  if (subject.kind === 'opening') return
  const names = subject.kind === 'claims' ? { names: ['rowDrops', 'availableDropsToClaim'] as const } : {}
  // Rows of that block have it: the first ones will do.
  const before = { userWaxBalance: null, availableDropsToClaim: null }
  afterPurchase({ network: page().settings.network, account, before, block, ...names }).catch(() => {})
}

/**
 * Takes note of how a push stands.
 *
 * @param askedAt when what it answers left, by the gateway's clock, epoch milliseconds
 */
export function noteStatus(id: string, { state, location, transactionId }: PushStatus, askedAt: number): void {
  if (location !== '') note(id, { name: 'accepted', location, transactionId })
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
      const rows = record && state.name === 'landed' ? rowsWithClaim(record, state.claim, state.block) : null
      if (rows) note(id, rows)
      break
    }
    case 'refused': {
      const error = answers.get(id)?.answer.blame(state.error) ?? state.error
      note(id, { name: 'refused', problem: problemOf(error), knowsSince: state.knowsSince, askedAt })
      break
    }
    case 'unsent':
      note(id, { name: 'unsent', ...(state.isLast && { problem: problemOf(state.error) }) })
  }
}

/** Where it is shown, as in a slip or on a stage, that says it within this time, in milliseconds, and no toast does. */
const SHOWN_WITHIN = 1000

/** The ids of records whose end the wallet's dialog has shown. */
export const toldInDialog = new Set<string>()

/** The ids of records whose end is about to be told. */
const telling = new Set<string>()

/**
 * Tells the visitor how records ended, unless the page has shown it itself: that they came about, that they did not, and that
 * one was undone after it was told.
 */
export function tellEnds(records: readonly TransactionRecord[]): void {
  for (const record of records) {
    const { id } = record
    if (!isUntold(record) || telling.has(id)) continue
    telling.add(id)
    wait(SHOWN_WITHIN).then(() => {
      telling.delete(id)
      const now = recordOf(id)
      // Whoever looks at another page, or is somebody else, hears it later.
      if (!now || !isUntold(now) || document.hidden || getUser()?.accountName !== now.account) return
      tellRecord(id)
      if (!toldInDialog.delete(id)) tellEnd(now)
    })
  }
}

const isUntold = (record: TransactionRecord): boolean =>
  !record.isTold && (isEnded(record) || isMade(record) || record.isUndone)

function tellEnd(record: TransactionRecord): void {
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
    showToast({ kind: problem.kind === 'left' ? 'info' : 'error', text: titled(name, title), more: text })
  } else {
    showToast({ kind: 'error', text: titled(name, t('undone')), more: t('undoneMore') })
  }
}

const nameOf = ({ subject }: TransactionRecord): string =>
  subject.kind === 'purchase' ? subject.dropName : subject.kind === 'opening' ? subject.packName : ''

const titled = (name: string, text: string): string => (name ? `${name}: ${text}` : text)

/** The wallet still has what an earlier page has asked it for. */
export function tellOpen(record: TransactionRecord): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: titled(nameOf(record), t('open')), more: t('openMore') })
}

/** What was kept of a purchase cannot be read: nobody knows what it was. */
export function tellDamaged(): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: t('damaged'), more: t('damagedMore') })
}
