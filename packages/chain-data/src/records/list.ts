import { pageRecords, userSignal } from '@fieldhouse/chain-data'
import { allStored, parseJson, readStored, removeStored, store, subscribeToStorage } from '@fieldhouse/contract/browser'
import { useSyncExternalStore } from 'react'
import { advance, type Evidence } from './advance'
import { readRecord } from './read-record'
import { isEnded, isMade, isUnderway, type TransactionRecord } from './record'

/** Each record has a place of its own in the browser's storage, so that two tabs never overwrite each other's. */
export const RECORD_KEY = 'fieldhouse.record.'

/** Of the records that this release writes. One of a higher number is a newer release's: nobody here reads or changes it. */
const VERSION = 1

/** At most so many are kept: what ended longest ago makes room. */
const MOST = 60

const isRecordKey = (key: string): boolean => key.startsWith(RECORD_KEY)

const stored = () => allStored().filter(([key]) => isRecordKey(key))

/** By its text, so that what did not change is the same object. */
const parsed = new Map<string, TransactionRecord | 'foreign' | null>()

const read = (text: string): TransactionRecord | 'foreign' | null => {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const { version, value } = Object(parseJson(text))
  const record = version > VERSION ? 'foreign' : readRecord(value)
  if (parsed.size >= 4 * MOST) parsed.clear()
  parsed.set(text, record)
  return record
}

type InPage = ReadonlyMap<string, TransactionRecord>

/** The newest first. What this page could not store takes the place of what it stored before. */
const all = (inPage: InPage = pageRecords.get()): TransactionRecord[] => {
  const kept = stored().flatMap(([, text]) => {
    const record = read(text)
    return record === null || record === 'foreign' || inPage.has(record.id) ? [] : record
  })
  return [...inPage.values(), ...kept].sort((a, b) => b.at - a.at)
}

const listed = new Map<string, readonly TransactionRecord[]>()

/**
 * The records of an account, the newest first: of one chain, since what became of another one's cannot be found out here, and
 * since numbers of drops, claims and packs mean something else there. The same list until one of them changes.
 */
export const recordsOf = (chainId: string, account: string): readonly TransactionRecord[] => {
  const key = `${chainId} ${account}`
  const records = all().filter((record) => record.chainId === chainId && record.account === account)
  const last = listed.get(key)
  const isSame = last?.length === records.length && records.every((record, index) => record === last[index])
  if (last && isSame) return last
  listed.set(key, records)
  return records
}

/** A record as it stands now; null for one that is gone. */
export const recordOf = (id: string): TransactionRecord | null => all().find((record) => record.id === id) ?? null

/** Keeps a record in the place of what was kept of it. Where the browser refuses storage it lasts as long as the page. */
export const keepRecord = (record: TransactionRecord): void => {
  const inPage = new Map(pageRecords.get())
  if (keep(record)) inPage.delete(record.id)
  else inPage.set(record.id, record)
  const kept = all(inPage)
  const ended = kept.filter(isEnded)
  for (const { id } of ended.slice(Math.max(0, MOST - (kept.length - ended.length)))) drop(id, inPage)
  pageRecords.set(inPage)
}

const keep = (record: TransactionRecord): boolean => {
  const key = RECORD_KEY + record.id
  if (isForeign(record.id)) return false
  if (store(key, JSON.stringify({ version: VERSION, value: record }))) return true
  // Its last state that had room would be told: of a signed one that nothing was sent. In the place of one under way stands a
  // damaged one, so that the next page says where to look.
  if (isUnderway(record)) store(key, '')
  else removeStored(key)
  return false
}

/**
 * Takes note of what was learnt of a transaction.
 *
 * @param now the gateway's time, epoch milliseconds
 * @returns the record as it stands now; null for one that is gone
 */
export const noteRecord = (id: string, evidence: Evidence, now: number): TransactionRecord | null => {
  const record = recordOf(id)
  if (!record) return null
  const next = advance(record, evidence, now)
  if (next !== record) keepRecord(next)
  return next
}

/**
 * Notes that its end is shown to the visitor: once the page is seen. A phone may drop one that is not, as behind the wallet's
 * app, and the page that takes its place then tells it.
 */
export const tellRecord = (id: string): void => {
  const record = recordOf(id)
  if (!record || record.isTold) return
  const look = () => {
    const now = recordOf(id)
    // What came about or was undone since is another end, and who has logged in since sees none of it.
    const isSame = now && isMade(now) === isMade(record) && now.isUndone === record.isUndone
    if (isSame && userSignal(now.account)) tellRecord(id)
  }
  if (document.hidden) document.addEventListener('visibilitychange', look, { once: true })
  else keepRecord({ ...record, isTold: true })
}

export const forgetRecords = (ids: readonly string[]): void => {
  const inPage = new Map(pageRecords.get())
  for (const id of ids) drop(id, inPage)
  pageRecords.set(inPage)
}

/** Forgets what has ended of an account, on whatever chain. */
export const forgetEnded = (account: string): void =>
  forgetRecords(all().flatMap((record) => (record.account === account && isEnded(record) ? record.id : [])))

const drop = (id: string, inPage: Map<string, TransactionRecord>): void => {
  inPage.delete(id)
  if (!isForeign(id)) removeStored(RECORD_KEY + id)
}

const isForeign = (id: string): boolean => read(readStored(RECORD_KEY + id) ?? '') === 'foreign'

/** Removes from the storage what is no record any more. @returns how many there were */
export const takeDamaged = (): number => {
  const damaged = stored().filter(([, text]) => read(text) === null)
  for (const [key] of damaged) removeStored(key)
  return damaged.length
}

/** Calls the listener when a record changes, here or in another tab. @returns how to stop */
export const subscribeToRecords = (listener: () => void): (() => void) => {
  const stopElsewhere = subscribeToStorage(isRecordKey, listener)
  const stopHere = pageRecords.subscribe(listener)
  return () => {
    stopElsewhere()
    stopHere()
  }
}

const NONE: readonly TransactionRecord[] = []

/** The records of an account on a chain as they change, the newest first; none for an empty account, and while hydrating. */
export const useRecords = (chainId: string, account: string): readonly TransactionRecord[] =>
  useSyncExternalStore(
    subscribeToRecords,
    () => (account === '' ? NONE : recordsOf(chainId, account)),
    () => NONE,
  )
