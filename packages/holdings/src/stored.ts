import { parseJson, readStored, store } from '@fieldhouse/contract/browser'
import type { Holding } from './holdings'

/** The last wall that was seen in this browser: shown, with its time, when the asset index does not answer. */
const KEY = 'fh-wall'

/** A record of another version is another release's: it is left alone, and read by nobody else. */
const VERSION = 1

/** How many holdings are kept at most: some 200 kB. */
export const MAX_STORED = 2000

/** An account's holdings as they were at a moment, epoch milliseconds. */
export interface Seen {
  account: string
  at: number
  holdings: readonly Holding[]
}

interface Record extends Seen {
  version: number
  chainId: string
}

const isHolding = (value: unknown): value is Holding => {
  const { id, edition, templateId, mint, pack } = Object(value)
  const isPack = pack === null || (typeof pack?.name === 'string' && typeof pack.dropId === 'string')
  return (
    typeof id === 'string' && typeof edition === 'string' && Number.isSafeInteger(templateId) && mint >= 0 && isPack
  )
}

/** What is remembered of an account on a chain; null for nothing, and for what cannot be read. */
export function recall(chainId: string, account: string): Seen | null {
  const record: Partial<Record> = Object(parseJson(readStored(KEY)))
  const { version, at, holdings } = record
  if (version !== VERSION || record.chainId !== chainId || record.account !== account) return null
  if (!Number.isFinite(at) || !Array.isArray(holdings) || !holdings.every(isHolding)) return null
  return { account, at: at as number, holdings }
}

/** Remembers what was seen in the place of what was before. A browser that keeps nothing does without. */
export function remember(chainId: string, { account, at, holdings }: Seen): void {
  const record: Record = { version: VERSION, chainId, account, at, holdings: holdings.slice(0, MAX_STORED) }
  store(KEY, JSON.stringify(record))
}
