import { useSyncExternalStore } from 'react'
import { recordsOf, subscribeToRecords } from './list'
import type { TransactionRecord } from './record'

const NONE: readonly TransactionRecord[] = []

/** The records of an account as they change, the newest first; none for an empty account, and while hydrating. */
export const useRecords = (account: string): readonly TransactionRecord[] =>
  useSyncExternalStore(
    subscribeToRecords,
    () => (account === '' ? NONE : recordsOf(account)),
    () => NONE,
  )
