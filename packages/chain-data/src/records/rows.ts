import { DataError, fetchJson } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { fetchAssets } from '../assets/fetch-assets'
import { PAGE_TIMEOUT } from '../assets/fetch-rows'
import type { ChainAsset } from '../assets/format-asset'
import { rowsAddress, rowsOf } from '../question'
import { readClaim } from '../rows/claims'
import { type Row, readRows } from '../rows/values'
import type { Claim } from '../store/app-data'
import type { Evidence } from './advance'
import type { TransactionRecord } from './record'

export type RowsRead = Extract<Evidence, { name: 'rows' }>

export interface ReadOptions {
  network: NetworkSettings
  /** The block from which on it can be read, where the gateway named one. @default 0 */
  minBlock?: number
  signal?: AbortSignal | undefined
}

/** The last irreversible block, of a `get_info`; null of one that does not tell its time. */
const irreversibleOf = (info: unknown): RowsRead['irreversible'] => {
  const { last_irreversible_block_num: block, last_irreversible_block_time: at } = Object(info)
  const time = Date.parse(`${at}Z`)
  return Number.isSafeInteger(block) && block > 0 && !Number.isNaN(time) ? { block, time } : null
}

/** No row of a transaction is created more seconds before its expiration: the chain takes none that lives over an hour. */
const LONGEST_LIFE = 24 * 3600

interface Read {
  has: boolean
  head: number
}

/**
 * Looks in the chain's rows for what a transaction does. One node's rows will do as long as nothing depends on what they
 * lack. What they lack did not happen, once the irreversible chain is past the expiration, or was undone, after it was seen,
 * by the rows of two nodes alone.
 *
 * @throws DataError when the gateway cannot say, or has only a part of the rows that would prove it; UnreadableRow; the
 *   signal's reason
 */
export async function readRowsOf(record: TransactionRecord, options: ReadOptions): Promise<RowsRead> {
  const { minBlock = 0, signal } = options
  const { signed, state, block, subject } = record
  const { body } = await fetchJson('/v1/chain/get_info', { fetch, signal })
  const irreversible = irreversibleOf(body)
  const isSeen = state === 'seen'
  const isPast = irreversible !== null && signed !== null && irreversible.time > signed.expiresAt
  const needed = Math.max(isSeen ? block : isPast ? 0 : minBlock, isSeen || isPast ? (irreversible?.block ?? 0) : 0)
  const read = async (areProof: boolean): Promise<RowsRead> => {
    const rows: ReadRowsOfTable = async (table, query, least) => {
      const address = rowsAddress(table, {
        ...query,
        ...(areProof && { nodes: '2', ...least }),
        ...(needed > 0 && { min_block: String(needed) }),
      })
      const answer = await fetchJson(address, { fetch, signal, fresh: areProof || !isSeen })
      // While purchases wait for the nodes, the gateway may answer rows of before the block that is needed.
      return { ...answer, address, head: answer.block || needed }
    }
    const { has, head } = await (subject.kind === 'opening'
      ? opened(record, rows, options)
      : claimed(record, rows, areProof, options.network))
    return { name: 'rows', has, head, irreversible, areProof }
  }
  if (!isSeen) return read(isPast)
  const seen = await read(false)
  return seen.has ? seen : read(true)
}

/** @param least bounds a proof to what it needs */
type ReadRowsOfTable = (
  table: string,
  query: Record<string, string>,
  least?: Record<string, string>,
) => Promise<{ body: unknown; head: number; address: string }>

/** What can be its row, of an account with more claims than the gateway answers. */
function leastOf({ subject, signed }: TransactionRecord): Record<string, string> {
  if (subject.kind === 'claims') return { id: subject.claimIds[0] ?? '' }
  return signed ? { since: String(Math.floor(signed.expiresAt / 1000) - LONGEST_LIFE) } : {}
}

/** By the account's claims: a purchase adds a row of its transaction, and collecting writes it into those that are there. */
async function claimed(
  record: TransactionRecord,
  read: ReadRowsOfTable,
  areProof: boolean,
  { gameContract }: NetworkSettings,
): Promise<Read> {
  const { account, subject, signed } = record
  const all = { scope: gameContract, index: account }
  const { body, head, address } = await read('claims', all, leastOf(record)).catch((error) => {
    // An earlier gateway answers all of them alone.
    if (!areProof || !(error instanceof DataError && error.status === 400)) throw error
    return read('claims', all)
  })
  const rows = rowsOf(body)
  const claims = readRows(rows, readClaim)
  // All were collected, or none was.
  const one = areProof && subject.kind === 'claims' ? { ...subject, claimIds: subject.claimIds.slice(0, 1) } : subject
  const has = isClaimed(claims, one, signed?.transactionId ?? '')
  const isWhole = Object(body).more !== true && claims.length === rows.length && signed?.transactionId !== ''
  if (areProof && !has && !isWhole) throw new DataError('failed', address, 'the rows are not complete')
  return { has, head }
}

/** Whether claims show that a transaction is in the chain. */
export const isClaimed = (
  claims: readonly Claim[],
  subject: TransactionRecord['subject'],
  transactionId: string,
): boolean => {
  // Claims that no transaction of their account made have none.
  if (transactionId === '') return false
  const own = claims.filter((claim) => claim.transactionId === transactionId && claim.isClaimed)
  if (subject.kind !== 'claims') return own.length > 0
  return subject.claimIds.every((id) => own.some((claim) => claim.id === id))
}

/** Out of the claim that the gateway found for all, as nodes write it; null when it is none of this record. */
export const rowsWithClaim = ({ subject, signed }: TransactionRecord, claim: unknown, head: number): RowsRead | null =>
  isClaimed(readRows([claim as Row], readClaim), subject, signed?.transactionId ?? '')
    ? { name: 'rows', has: true, head, irreversible: null, areProof: false }
    : null

/**
 * By the pack, which is burned, and by the cards that the asset index has of it. Of a pack two nodes answer only what both
 * say. One that somebody else has, or had when it was burned, was not opened by its account.
 */
async function opened(record: TransactionRecord, read: ReadRowsOfTable, options: ReadOptions): Promise<Read> {
  const { account, subject, state } = record
  if (subject.kind !== 'opening') throw new RangeError(`looking for a pack of ${subject.kind}`)
  const { network, signal } = options
  const { collection, gameContract } = network
  const has = async (scope: string) => {
    const { body, ...answer } = await read('assets', { scope, id: subject.packId })
    return { isThere: rowsOf(body).length > 0, ...answer }
  }
  const { isThere, head, address } = await has(account)
  if (isThere) return { has: false, head }
  // Its cards may be somebody else's by now.
  if (state === 'seen') return { has: true, head }
  const late = new DataError('failed', address, 'the index does not have the cards yet')
  const { assets, failure } = await fetchAssets({ collection, owner: account, signal })
  if (failure) throw failure
  if (assets.some(({ asset_id }) => String(asset_id) === subject.packId)) throw late
  // Asked for once the index knows better, so that the gateway keeps no older answer.
  const query = new URLSearchParams({ collection_name: collection, asset_id: subject.packId })
  const { body } = await fetchJson(`/api/v1/assets?${query}`, { fetch, signal, timeout: PAGE_TIMEOUT })
  const { owner, burned_by_account } = Object(Object(body).data?.[0])
  const isElses = (holder: unknown) => typeof holder === 'string' && holder !== account && holder !== gameContract
  // An index that is behind names an earlier owner.
  if (isElses(owner) ? (await has(owner)).isThere : isElses(burned_by_account)) return { has: false, head }
  const isNew = ({ asset_id, template }: ChainAsset) => template !== null && BigInt(asset_id) > BigInt(subject.after)
  if (owner === account || isElses(owner) || !assets.some(isNew)) throw late
  return { has: true, head }
}
