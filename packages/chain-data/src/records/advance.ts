import { isEnded, type Line, type RecordProblem, type SignedBytes, type TransactionRecord } from './record'

/** What was learnt of a transaction: from the wallet, the gateway or the chain. */
export type Evidence =
  /** The wallet got it as an address, where its answer waits. */
  | { name: 'request'; address: string }
  | { name: 'signed'; signed: SignedBytes }
  /** The wallet said no, or nobody is left who could hear its answer: nothing was signed. */
  | { name: 'declined'; problem: RecordProblem }
  /** The bytes are about to leave the browser. */
  | { name: 'sending' }
  /** The gateway has them, and tells at this address how they stand. */
  | { name: 'accepted'; location: string }
  | { name: 'queued'; line: Omit<Line, 'from'> }
  /** A node has them, or may have them: the gateway says so at its address, or a gateway without one in its only answer. */
  | { name: 'out' }
  /** No answer came, or one of a gateway that does not know what became of them. */
  | { name: 'lost' }
  /** The gateway sent nothing of this sending, with the reason when nothing more is to be sent. */
  | { name: 'unsent'; problem?: RecordProblem }
  /**
   * @param knowsSince since when the gateway knows of all that it sent, epoch milliseconds by its clock; 0 for untold
   * @param askedAt when what it answers left the browser: of what was sent later it says nothing. @default 0
   */
  | { name: 'refused'; problem: RecordProblem; knowsSince: number; askedAt?: number }
  /**
   * Complete rows of the chain.
   *
   * @param has whether what it does stands in them
   * @param head the block at which they were read
   * @param irreversible the last irreversible block, known before they were read; null when it was not asked for
   * @param areProof whether two nodes agree, where there are two: what they lack is not there
   */
  | {
      name: 'rows'
      has: boolean
      head: number
      irreversible: { block: number /** Epoch milliseconds. */; time: number } | null
      areProof: boolean
    }

/** By so much two readings of the gateway's clock may differ, in milliseconds. */
const CLOCK_MARGIN = 2000

/** Not signed in time: nothing of it left the browser, or the gateway. */
const EXPIRED: RecordProblem = { kind: 'expired', message: 'It expired before it was sent', detail: '' }

/**
 * A record after something was learnt of it. Only the chain's rows move it past `sent`; they do so from every state, so that
 * what came about is never told otherwise. Answers the record itself when nothing changes.
 *
 * @param now the gateway's time, epoch milliseconds
 */
export function advance(record: TransactionRecord, evidence: Evidence, now: number): TransactionRecord {
  const changed = evidence.name === 'rows' ? byRows(record, evidence, now) : byWord(record, evidence, now)
  const next = isEnded(changed) ? erased(changed) : changed
  return JSON.stringify(next) === JSON.stringify(record) ? record : next
}

/** Signed bytes are for sending, and nothing is sent any more. */
const erased = (record: TransactionRecord): TransactionRecord => {
  const { signed } = record
  return {
    ...record,
    request: '',
    location: '',
    line: null,
    signed: signed && { ...signed, packed: '', signatures: [] },
  }
}

type Word = Exclude<Evidence, { name: 'rows' }>

function byWord(record: TransactionRecord, evidence: Word, now: number): TransactionRecord {
  const { state, isOpen, isUnanswered, location, line } = record
  if (state === 'asked') {
    if (evidence.name === 'request') return { ...record, request: evidence.address }
    if (evidence.name === 'signed') return { ...record, state: 'signed', request: '', signed: evidence.signed }
    return evidence.name === 'declined' ? refused(record, evidence.problem) : record
  }
  if (state !== 'signed' && state !== 'sent') return record
  const answered: TransactionRecord = { ...record, isUnanswered: false }
  switch (evidence.name) {
    case 'sending':
      return {
        ...record,
        state: 'sent',
        sentAt: record.sentAt || now,
        lastSentAt: now,
        isUnanswered: true,
        // Of the sending before, by another tab or a page that is gone, this one's answer says nothing.
        isOpen: isOpen || isUnanswered || location !== '',
      }
    case 'accepted':
      return { ...answered, state: 'sent', location: evidence.location }
    case 'queued': {
      const from = Math.max(line?.from ?? 0, evidence.line.place ?? 0)
      return { ...answered, state: 'sent', line: { ...evidence.line, from } }
    }
    case 'out':
      // Without an address it is one node's word, which another node's refusal does not take back.
      return { ...answered, state: 'sent', line: null, isOpen: isOpen || location === '' }
    case 'lost':
      return { ...answered, state: 'sent', isOpen: true, location: '', line: null }
    case 'unsent':
      return unsent(answered, evidence.problem, now)
    case 'refused': {
      const { knowsSince, askedAt = 0 } = evidence
      const knowsAll = knowsSince > 0 && knowsSince < record.sentAt - CLOCK_MARGIN && record.lastSentAt <= askedAt
      return !isOpen || knowsAll
        ? refused(answered, evidence.problem)
        : // What refuses it has nothing more to tell.
          { ...answered, location: '', line: null }
    }
  }
  return record
}

const refused = (record: TransactionRecord, problem: RecordProblem): TransactionRecord => ({
  ...record,
  state: 'refused',
  problem,
  isTold: false,
})

/** What an earlier sending did, of which no answer came, the gateway does not know. */
function unsent(record: TransactionRecord, problem: RecordProblem | undefined, now: number): TransactionRecord {
  const rest = { ...record, location: '', line: null }
  if (record.isOpen) return { ...rest, problem: problem ?? record.problem }
  const isOver = record.signed !== null && now >= record.signed.expiresAt
  return problem || isOver ? refused(rest, problem ?? EXPIRED) : { ...rest, state: 'signed' }
}

function byRows(record: TransactionRecord, rows: Extract<Evidence, { name: 'rows' }>, now: number): TransactionRecord {
  const { state, signed, block } = record
  if (state === 'final' || signed === null) return record
  const { has, head, irreversible, areProof } = rows
  if (has) {
    if (state !== 'seen') {
      return { ...record, state: 'seen', block: head, line: null, problem: null, isUndone: false, isTold: false }
    }
    if (block === 0) return { ...record, block: head }
    // Rows of before that block say nothing of what became irreversible with it.
    const isPassed = irreversible !== null && irreversible.block >= block && head >= irreversible.block
    return isPassed ? { ...record, state: 'final' } : record
  }
  if (!areProof || state === 'asked' || isEnded(record)) return record
  // By both clocks: one node's word of a time that is not yet proves nothing.
  const isPast = irreversible !== null && Math.min(irreversible.time, now) > signed.expiresAt
  if (isPast && head >= Math.max(block, irreversible.block)) {
    return { ...record, state: 'absent', isUndone: state === 'seen' || record.isUndone, isTold: false }
  }
  if (state !== 'seen' || head < block) return record
  return { ...record, state: 'sent', block: 0, isOpen: true, isUndone: true, isTold: false, location: '' }
}

/** What is to be done next with a record. */
export type Step =
  /** The wallet's answer waits at an address. */
  | 'collect'
  | 'send'
  /** The gateway tells how it stands. */
  | 'follow'
  /** The chain's rows are read, and the last irreversible block before them. */
  | 'look'

/** @param now the gateway's time, epoch milliseconds */
export function nextStep({ state, request, signed, location, problem }: TransactionRecord, now: number): Step | null {
  if (state === 'asked') return request === '' ? null : 'collect'
  if (state === 'seen') return 'look'
  if (state !== 'signed' && state !== 'sent') return null
  if (location !== '') return 'follow'
  return problem === null && signed !== null && signed.packed !== '' && now < signed.expiresAt ? 'send' : 'look'
}
