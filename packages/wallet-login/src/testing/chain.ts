import type { TransactionRecord } from '@fieldhouse/chain-data/records'
import { vi } from 'vitest'

/** Epoch milliseconds. */
export const NOW = Date.parse('2026-11-27T14:00:00Z')
export const ID = 'ab'.repeat(32)
export const LOCATION = '/api/v1/pushes/0123456789abcdefghij-_'

export const signed = { transactionId: ID, packed: 'ff00', signatures: ['SIG_K1_1'], expiresAt: NOW + 180_000 }

export const signedRecord = (changes: Partial<TransactionRecord> = {}): TransactionRecord => ({
  ...{ id: '1', chainId: '00', account: 'alice.wam', at: NOW, state: 'signed', request: '', signed },
  subject: { kind: 'purchase', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' },
  ...{ sentAt: 0, lastSentAt: 0, isUnanswered: false, isOpen: false, location: '', line: null, block: 0 },
  ...{ isUndone: false, problem: null, isTold: false },
  ...changes,
})

/** Keeps a record as another page has. */
export const keep = (record: TransactionRecord): void =>
  localStorage.setItem(`fieldhouse.record.${record.id}`, JSON.stringify({ version: 1, value: record }))

/** The record as it is kept. */
export const kept = (id = '1'): TransactionRecord | null =>
  JSON.parse(localStorage.getItem(`fieldhouse.record.${id}`) ?? '{"value":null}').value

type Answer = () => Response | Promise<Response>

export const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
/** A node's word that it has carried it out. */
export const executed = (transaction_id = ID): Response =>
  Response.json({ transaction_id, processed: { block_num: 1001, receipt: { status: 'executed' } } })
export const soldOut: Answer = () => {
  const name = 'eosio_assert_message_exception'
  const details = [{ message: 'assertion failure with message: Sold out', file: 'apply.cpp' }]
  return Response.json({ error: { code: 3050003, name, what: name, details } }, { status: 500 })
}
/** A status of the line. */
export const status = (members: object, etag = '"1"'): Response =>
  Response.json({ transaction_id: ID, ...members }, { headers: { ETag: etag } })
export const accepted: Answer = () =>
  Response.json(
    { transaction_id: ID, state: 'queued', place: 312, of: 1840, sends_in: 12_000, is_moving: true },
    { status: 202, headers: { Location: LOCATION, ETag: '"0"' } },
  )

/**
 * Stands in for the gateway and its chain: what it answers to a push and of one, what stands in the rows, and how far the
 * irreversible chain is.
 */
export function fakeChain() {
  const chain = {
    push: (() => executed()) as Answer,
    /** Of the push that is followed. */
    status: (() => new Response(null, { status: 304 })) as Answer,
    /** Whether the rows have it. */
    rows: false,
    irreversible: { block: 900, time: NOW - 60_000 },
    head: 1001,
    /** The bytes of each push, in order. */
    pushed: [] as string[],
    asked: [] as string[],
  }
  const row = { claim_id: 1, drop_id: 101, claimer: 'alice.wam', amount: 2, claimed: 1, reason: 'purchase' }
  const claim = { ...row, partner_code: '', paid: '1.00000000 WAX', trx_id: ID, created_at: 1, expires_at: 0 }
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(address), location.origin)
    chain.asked.push(pathname)
    init?.signal?.throwIfAborted()
    if (pathname === '/v1/chain/get_info') {
      const { block, time } = chain.irreversible
      const at = new Date(time).toISOString().slice(0, -1)
      return Response.json({ last_irreversible_block_num: block, last_irreversible_block_time: at })
    }
    if (pathname === '/v1/chain/send_transaction') {
      chain.pushed.push(JSON.parse(String(init?.body)).packed_trx)
      return chain.push()
    }
    if (pathname === LOCATION) return chain.status()
    if (pathname === '/api/v1/rows/claims') {
      return Response.json(
        { rows: chain.rows ? [claim] : [], more: false, next_key: '' },
        { headers: { 'X-Chain-Head': String(chain.head) } },
      )
    }
    return new Response('{}', { status: 503 })
  })
  return Object.assign(chain, { claim })
}
