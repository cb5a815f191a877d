import { parseJson, readStored, removeStored } from '@fieldhouse/contract/browser'
import { forgetRecords, keepRecord, noteRecord, recordOf, recordsOf } from './list'
import { readRecord } from './read-record'
import type { TransactionRecord } from './record'

// Until these records there were three lists. Tabs that an earlier host has loaded still write them, so they are taken over
// whenever they change.

const KEYS = { asked: 'fieldhouse.asked', pending: 'fieldhouse.pending', bought: 'fieldhouse.bought' }
const NAMES = ['asked', 'pending', 'bought'] as const

/** A purchase that was shown as made within this time is looked up in the chain's rows, in milliseconds. */
const RECENT = 10 * 60_000
/** A signature's life, in milliseconds: for what kept none. */
const LIFE = 180_000
/** Begins the id of what an earlier host has asked a wallet for: it had none. */
const ASKED = 'asked-'

/** Whether a key is one of an earlier host's. */
export const isEarlier = (key: string): boolean => Object.values(KEYS).includes(key)

/**
 * Makes records of what an earlier host has kept of purchases.
 *
 * @param now the gateway's time, epoch milliseconds
 * @returns false when some of it cannot be read, which is then gone
 */
export function takeOver(chainId: string, now: number): boolean {
  let isWhole = true
  for (const name of NAMES) {
    const list = takeList(KEYS[name])
    if (list === null) isWhole = false
    for (const kept of list ?? []) {
      if (name === 'bought' && !(now - Number(kept.at) < RECENT)) continue
      const record = recordFrom(name, kept, chainId)
      if (record) keep(record, now)
      else isWhole = false
    }
  }
  return isWhole
}

/** Takes a list of an earlier host out of the storage: empty where there is none; null when it cannot be read. */
const takeList = (key: string): Record<string, unknown>[] | null => {
  const text = readStored(key)
  const { version, value } = Object(parseJson(text))
  // A newer release's stays.
  if (text === null || version > 1) return []
  removeStored(key)
  return Array.isArray(value) ? value.map((item) => Object(item)) : null
}

/** The same again is the same record. What was asked for before it is answered: an earlier host asks for one at a time. */
const keep = (record: TransactionRecord, now: number): void => {
  const { id, chainId, account, at, request } = record
  if (recordOf(id)) {
    if (request !== '') noteRecord(id, { name: 'request', address: request }, now)
    return
  }
  const answered = recordsOf(chainId, account).filter(
    (other) => other.id.startsWith(ASKED) && other.state === 'asked' && other.at <= at,
  )
  forgetRecords(answered.map((other) => other.id))
  keepRecord(record)
}

function recordFrom(
  name: (typeof NAMES)[number],
  kept: Record<string, unknown>,
  chainId: string,
): TransactionRecord | null {
  const { transactionId, buyer, dropId, dropName, quantity, deposit, at, packed, signatures, expiresAt, request } = kept
  const isAsked = name === 'asked'
  const isBought = name === 'bought'
  // Who bought keeps no bytes; who has signed and kept none has nothing to find out by.
  const signed = isBought
    ? { transactionId, packed: '', signatures: [], expiresAt: Number(at) + LIFE }
    : { transactionId, packed, signatures, expiresAt }
  return readRecord({
    id: isAsked ? `${ASKED}${buyer}-${at}` : transactionId,
    chainId,
    account: buyer,
    subject: { kind: 'purchase', dropId, dropName, quantity, deposit },
    at,
    state: isAsked ? 'asked' : isBought ? 'seen' : 'sent',
    request: isAsked ? request : '',
    signed: isAsked ? null : signed,
    sentAt: isAsked ? 0 : at,
    isOpen: !isAsked,
    // An earlier host has shown its end itself.
    isTold: isBought,
  })
}
