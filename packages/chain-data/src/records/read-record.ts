import type { SignedBytes, Subject, TransactionRecord } from './record'

const STATES: readonly unknown[] = ['asked', 'signed', 'sent', 'seen', 'final', 'refused', 'absent']

const isText = (value: unknown): value is string => typeof value === 'string'
const isDigits = (value: unknown): value is string => isText(value) && /^\d{1,40}$/.test(value)
const areDigits = (value: unknown): boolean => Array.isArray(value) && value.every(isDigits)

const isSubject = (value: unknown): value is Subject => {
  const { kind, dropId, dropName, quantity, deposit, packId, packName, after, claimIds, packs } = Object(value)
  if (kind === 'purchase') return [dropId, quantity, deposit].every(isDigits) && isText(dropName)
  if (kind === 'opening') return isDigits(packId) && isText(packName) && isDigits(after)
  return kind === 'claims' && areDigits(claimIds) && Number.isInteger(packs)
}

const isSigned = (value: unknown): value is SignedBytes => {
  const { transactionId, packed, signatures, expiresAt } = Object(value)
  const isPacked = isText(packed) && /^([\da-f]{2})*$/.test(packed)
  return isText(transactionId) && isPacked && Array.isArray(signatures) && signatures.every(isText) && expiresAt > 0
}

/** A record out of what is stored; null for what is none. What an end does not need may be missing. */
export const readRecord = (stored: unknown): TransactionRecord | null => {
  const record = Object(stored)
  const { id, chainId, account, subject, at, state, signed } = record
  if (![id, chainId, account].every(isText) || id === '' || !Number.isFinite(at) || !STATES.includes(state)) return null
  if (!isSubject(subject) || !(signed === null || isSigned(signed))) return null
  // What was signed is needed to find out about it.
  if (['signed', 'sent', 'seen', 'final'].includes(state) && signed === null) return null
  return {
    ...{ id, chainId, account, subject, at, state, signed },
    request: isText(record.request) ? record.request : '',
    sentAt: Number(record.sentAt) || 0,
    lastSentAt: Number(record.lastSentAt) || 0,
    isUnanswered: record.isUnanswered === true,
    isOpen: record.isOpen !== false,
    location: isText(record.location) ? record.location : '',
    line: record.line ?? null,
    block: Number(record.block) || 0,
    isUndone: record.isUndone === true,
    problem: record.problem ?? null,
    isTold: record.isTold === true,
  }
}
