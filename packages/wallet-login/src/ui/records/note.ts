import { gatewayNow } from '@fieldhouse/chain-data'
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
} from '@fieldhouse/chain-data/records'
import { type PushStatus, type WalletAnswer, WalletError } from '@fieldhouse/wallets'
import { page } from '../page'
import { toldInDialog } from './tell-end'

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
