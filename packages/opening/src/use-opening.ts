import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { pollUntilChanged } from '@fieldhouse/chain-data/polling'
import {
  isLong,
  isMade,
  isUnderway,
  recordsOf,
  type Subject,
  subscribeToRecords,
  type TransactionRecord,
  tellRecord,
} from '@fieldhouse/chain-data/records'
import type { NetworkSettings } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import {
  awaitOnWall,
  describeError,
  type EditionCards,
  type Holding,
  lastIdOf,
  type OwnCard,
  type OwnPack,
} from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { blockOf, cardsOf, isOpened, openPack } from './open-pack'
import { texts } from './texts'

/** Between one time of looking for cards that are late and the next, in milliseconds. */
const LATE_PAUSE = 10_000

type OpeningRecord = TransactionRecord & { subject: Extract<Subject, { kind: 'opening' }> }

/** What a stage knows of a pack besides its record. */
type Phase =
  | { name: 'sealed'; problem?: string }
  /** It is refused, and looked whether the pack is open all the same. */
  | { name: 'signing' | 'ending' }
  /** The chain has it: its cards are read; `late` when they did not come in time, and are looked for on. */
  | { name: 'reading' | 'late' }
  | { name: 'open'; cards: readonly OwnCard[] }

/**
 * How far the opening of a pack is: nobody has asked for it (`sealed`), the wallet is asked, it has signed, the chain has it
 * and its cards are read, they did not come in time (`late`), they are here (`open`).
 */
export type Step = 'sealed' | 'asked' | 'signed' | 'reading' | 'late' | 'open'

export interface Opening {
  step: Step
  /** Why it is sealed again, in words; undefined for nothing. */
  problem: string | undefined
  /** When it was signed and left the browser, by the gateway's clock, epoch milliseconds; 0 before. */
  sentAt: number
  /** The chain had it, and the block that had it was undone. */
  isUndone: boolean
  /** It waits in the gateway's line, for so long that it is worth saying: the chain has not heard of it. */
  isInLine: boolean
  /** Those that came out of it, the plainest first; empty before. */
  cards: readonly OwnCard[]
  /** Has the wallet asked, once. Call it straight from the press. */
  open: () => void
}

/**
 * Follows the opening of a pack: what the wallet and the chain say of it, and its cards.
 *
 * @param asked what comes of asking the wallet, when that was done before
 */
export function useOpening(edition: EditionCards, pack: OwnPack, asked?: Promise<string | null>): Opening {
  const { t, language } = useTexts(texts)
  const { network } = useRoot().settings
  const account = useUser()?.accountName ?? ''
  const [asking, setAsking] = useState(asked)
  const [phase, setPhase] = useState<Phase>(asking ? { name: 'signing' } : { name: 'sealed' })
  // What the stage draws of an answer is more than a phone's processor does in one frame.
  const learn = useEffectEvent((next: (now: Phase) => Phase) => startTransition(() => setPhase(next)))
  const record = useOpeningRecord(network, account, pack.id)
  const { id, state, isUndone = false } = record ?? {}
  const read = useEffectEvent(async (left: AbortSignal) => {
    if (!record) return
    const { after } = record.subject
    learn(() => ({ name: 'reading' }))
    let block: number | null = null
    const readBlock = async (signal: AbortSignal) => {
      block ??= await blockOf({ network, account, pack }, signal)
      return block
    }
    for (;;) {
      await pollUntilChanged({ read: readBlock, cached: null, signal: left })
      const deal = (all: readonly Holding[]) =>
        block === null ? [] : cardsOf(all, edition, { after, block, count: pack.cards })
      const found = block === null ? null : await awaitOnWall(network, account, (all) => deal(all).length > 0)
      if (left.aborted) return
      if (found) return learn(() => ({ name: 'open', cards: deal(found) }))
      learn(() => ({ name: 'late' }))
      await wait(LATE_PAUSE, left)
    }
  })
  const seal = useEffectEvent(async (left: AbortSignal) => {
    const { signed = null, problem = null } = record ?? {}
    if (signed) learn(() => ({ name: 'ending' }))
    const words = problem && (await describeError(problem, language))
    // Another device may have opened it meanwhile, which the chain refuses to do again.
    if (signed && (await isOpened({ network, account, pack }, left))) return read(left)
    learn((now) => (signed && now.name !== 'ending' ? now : { name: 'sealed', problem: words ?? t('absent') }))
  })
  const isInChain = record !== null && isMade(record)
  useEffect(() => {
    if (!id || !isInChain) return
    const left = new AbortController()
    // Somebody who logs out meanwhile waits for nothing.
    read(left.signal).catch(() => left.signal.aborted || learn(() => ({ name: 'late' })))
    return () => left.abort()
  }, [id, isInChain])
  useEffect(() => {
    if (!id || !state) return
    const left = new AbortController()
    if (isUndone || isInChain || state === 'refused' || state === 'absent') tellRecord(id)
    if (state === 'refused' || state === 'absent') seal(left.signal).catch(() => {})
    // What was taken back is sealed, or waits for the chain anew.
    if (state === 'sent') learn((now) => (now.name === 'sealed' ? now : { name: 'signing' }))
    return () => left.abort()
  }, [id, state, isInChain, isUndone])

  const isUnder = record !== null && isUnderway(record)
  const step = ((): Step => {
    if (phase.name === 'open' || phase.name === 'late' || phase.name === 'reading') return phase.name
    if (phase.name === 'ending') return 'signed'
    if (isUnder) return record.state === 'asked' ? 'asked' : 'signed'
    return phase.name === 'signing' ? 'asked' : 'sealed'
  })()
  useEffect(() => {
    asking?.then((problem) => {
      if (problem !== null) learn(() => ({ name: 'sealed', problem }))
    })
  }, [asking])
  const open = () => {
    if (account === '' || step !== 'sealed') return
    setPhase({ name: 'signing' })
    setAsking(openPack({ network, account, pack, after: lastIdOf(account), language }))
  }
  return {
    step,
    problem: step === 'sealed' && phase.name === 'sealed' ? phase.problem : undefined,
    sentAt: record?.sentAt ?? 0,
    isUndone,
    isInLine: step === 'signed' && !!record?.line && isLong(record.line, gatewayNow()),
    cards: phase.name === 'open' ? phase.cards : [],
    open,
  }
}

/** The record of a pack's opening that is under way, or whose end was not shown before this stage; null for none. */
function useOpeningRecord({ chainId }: NetworkSettings, account: string, packId: string): OpeningRecord | null {
  const shown = useRef('')
  const isThis = (record: TransactionRecord): record is OpeningRecord =>
    record.subject.kind === 'opening' && record.subject.packId === packId
  const [records, setRecords] = useState(() => recordsOf(chainId, account))
  useEffect(() => {
    // Drawn in pieces, as all that the stage learns.
    const read = () => startTransition(() => setRecords(recordsOf(chainId, account)))
    read()
    return subscribeToRecords(read)
  }, [chainId, account])
  const record = records.find(isThis) ?? null
  if (record && (isUnderway(record) || isMade(record) || !record.isTold)) shown.current = record.id
  return record && shown.current === record.id ? record : null
}
