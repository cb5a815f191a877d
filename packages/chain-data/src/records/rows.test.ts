import { describe, expect, it, vi } from 'vitest'
import { indexedAsset } from '../testing/assets'
import { envelope } from '../testing/gateway'
import { network } from '../testing/network'
import { claimRow } from '../testing/rows'
import { signedRecord } from '../testing/transaction-world'
import { advance } from './advance'
import type { SignedBytes, Subject, TransactionRecord } from './record'
import { isClaimed, type ReadOptions, readRowsOf, rowsWithClaim } from './rows'

const ID = 'ab'.repeat(32)
const EXPIRES = signedRecord().signed?.expiresAt ?? 0
const PACK = '1099667509000'
const opening: Subject = { kind: 'opening', packId: PACK, packName: 'Opening Drive', after: '1099667509800' }
const claims: Subject = { kind: 'claims', claimIds: ['1', '2'], packs: 3 }
const sent = (changes: Partial<TransactionRecord> = {}) => signedRecord({ state: 'sent', ...changes })

interface Chain {
  /** By the table, in the order in which they are read; the last one again. */
  rows?: Record<string, object[]>
  /** Of the index: of the account, and the pack that it is asked for alone. */
  assets?: object
  pack?: object
  /** Of the irreversible block, epoch milliseconds; null for a node that does not tell. */
  time?: number | null
  head?: number | null
  /** Of a gateway that answers all claims alone. */
  isEarlier?: boolean
}

/** The gateway's answers, and what it was asked: paths with their queries, and whether nothing stale would do. */
function gateway(chain: Chain) {
  const { rows = {}, assets = { success: true, data: [] }, pack, time = EXPIRES, head = 900, isEarlier } = chain
  const asked: string[] = []
  const fresh: boolean[] = []
  const fetch = vi.fn(async (address: string, { headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'https://play.test')
    if (pathname === '/v1/chain/get_info') {
      const at = time === null ? undefined : new Date(time).toISOString().slice(0, -1)
      return Response.json({ last_irreversible_block_num: 700, last_irreversible_block_time: at })
    }
    if (pathname === '/api/v1/assets') {
      if (!searchParams.has('asset_id')) return Response.json(assets)
      return Response.json({ success: true, data: pack && searchParams.get('asset_id') === PACK ? [pack] : [] })
    }
    const [, table = ''] = /rows\/(\w+)$/.exec(pathname) ?? []
    asked.push(`${table}?${searchParams}`)
    fresh.push('Cache-Control' in Object(headers))
    if (isEarlier && ['since', 'id'].some((name) => searchParams.has(name))) return new Response('{}', { status: 400 })
    const answers = rows[table] ?? []
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) return new Response('{}', { status: 503 })
    return Response.json(answer, { headers: head === null ? {} : { 'X-Chain-Head': String(head) } })
  })
  vi.stubGlobal('fetch', fetch)
  const read = (record: TransactionRecord, options: Partial<ReadOptions> = {}) =>
    readRowsOf(record, { network, ...options })
  return { read, asked, fresh, fetch }
}

const other = claimRow({ trx_id: 'cd'.repeat(32) })

describe('a purchase', () => {
  it("is found by its transaction among its account's claims", async () => {
    const { read, asked } = gateway({ rows: { claims: [envelope(other, claimRow())] } })
    expect(await read(sent(), { minBlock: 850 })).toEqual({
      ...{ name: 'rows', has: true, head: 900, areProof: false },
      irreversible: { block: 700, time: EXPIRES },
    })
    expect(asked).toEqual(['claims?scope=gamecontract&index=alice.wam&min_block=850'])
  })

  it('is not there before its expiration, by one node: nothing follows from that', async () => {
    const { read, asked, fresh } = gateway({ rows: { claims: [envelope(other)] } })
    expect(await read(sent())).toMatchObject({ has: false, areProof: false })
    expect([asked, fresh]).toEqual([['claims?scope=gamecontract&index=alice.wam'], [true]])
  })

  it('is looked for at two nodes past its expiration, in rows of the irreversible block or later', async () => {
    const { read, asked, fresh } = gateway({ rows: { claims: [envelope(other)] }, time: EXPIRES + 500 })
    // A block that a node has named is no matter any more: it may never come.
    expect(await read(sent(), { minBlock: 99_999 })).toMatchObject({ has: false, areProof: true, head: 900 })
    expect([asked, fresh]).toEqual([
      ['claims?scope=gamecontract&index=alice.wam&nodes=2&since=1699913660&min_block=700'],
      [true],
    ])
    // As in a damaged record.
    await read(sent({ signed: { ...(sent().signed as SignedBytes), expiresAt: EXPIRES + 250 } }))
    expect(asked[1]).toBe(asked[0])
  })

  it.each([
    ['it', {}],
    ['collecting claims', { subject: claims }],
  ])('is looked for among all claims at a gateway that answers no others: %s', async (_, changes) => {
    const { read, asked } = gateway({ rows: { claims: [envelope(other)] }, time: EXPIRES + 500, isEarlier: true })
    expect(await read(sent(changes))).toMatchObject({ has: false, areProof: true })
    expect(asked[1]).toBe('claims?scope=gamecontract&index=alice.wam&nodes=2&min_block=700')
  })

  it('that one of the two has is there', async () => {
    const { read } = gateway({ rows: { claims: [envelope(claimRow())] }, time: EXPIRES + 500 })
    expect(await read(sent())).toMatchObject({ has: true, areProof: true })
  })

  it('is of the block that the gateway kept to, where it does not tell the one of its rows', async () => {
    const { read } = gateway({ rows: { claims: [envelope(claimRow())] }, head: null })
    expect(await read(sent(), { minBlock: 850 })).toMatchObject({ head: 850 })
  })

  it('proves nothing by a node that does not tell when its irreversible block was', async () => {
    const { read, asked } = gateway({ rows: { claims: [envelope()] }, time: null })
    expect(await read(sent())).toMatchObject({ irreversible: null, areProof: false })
    expect(asked).toEqual(['claims?scope=gamecontract&index=alice.wam'])
  })

  it.each([
    ['a part', { ...envelope(other), more: true }, /not complete/],
    ['a row that cannot be read', envelope(other, '00ab'), /not complete/],
    ['no rows', { rows: null }, /not a list/],
  ])('is neither there nor not by %s of the rows', async (_, answer, message) => {
    const { read } = gateway({ rows: { claims: [answer] }, time: EXPIRES + 500 })
    await expect(read(sent())).rejects.toThrow(message)
  })

  it('is there by a part of the rows that has it', async () => {
    const { read } = gateway({ rows: { claims: [{ ...envelope(claimRow()), more: true }] } })
    expect(await read(sent())).toMatchObject({ has: true })
  })

  it('is neither there nor not while its id is not known, whatever rows have none', async () => {
    const { trx_id, ...none } = claimRow()
    const { read } = gateway({ rows: { claims: [envelope(none)] }, time: EXPIRES + 500 })
    const signed = { ...sent().signed, transactionId: '' } as NonNullable<TransactionRecord['signed']>
    await expect(read(sent({ signed }))).rejects.toThrow(/not complete/)
  })

  it.each(['get_info', 'rows'])('is neither there nor not when the gateway cannot say: %s', async (path) => {
    const { read, fetch } = gateway({ rows: { claims: [envelope(claimRow())] } })
    const answers = fetch.getMockImplementation() as NonNullable<ReturnType<typeof fetch.getMockImplementation>>
    fetch.mockImplementation(async (address, init) =>
      address.includes(path) ? new Response('{}', { status: 502 }) : answers(address, init),
    )
    await expect(read(sent())).rejects.toMatchObject({ name: 'DataError' })
  })

  it('stops with its signal', async () => {
    const { read, fetch } = gateway({})
    const stop = new AbortController()
    fetch.mockImplementation((_, { signal }) => {
      stop.abort(new DOMException('logged out', 'AbortError'))
      return Promise.reject(signal?.reason)
    })
    await expect(read(sent(), { signal: stop.signal })).rejects.toMatchObject({ message: 'logged out' })
  })
})

describe('what was seen', () => {
  const seen = sent({ state: 'seen', block: 650 })

  it('is confirmed by rows that may be some seconds old, of the irreversible block or later', async () => {
    const { read, asked, fresh } = gateway({ rows: { claims: [envelope(claimRow())] }, time: EXPIRES + 500 })
    expect(await read(seen)).toMatchObject({ has: true, areProof: false })
    expect([asked, fresh]).toEqual([['claims?scope=gamecontract&index=alice.wam&min_block=700'], [false]])
  })

  it('is not final by rows of before the irreversible block, which the gateway answers while purchases wait', async () => {
    const { read } = gateway({ rows: { claims: [envelope(claimRow())] }, head: 690 })
    expect(advance(seen, await read(seen), EXPIRES)).toBe(seen)
  })

  it('is not gone by one node that hides it: two are asked, for what is not stale', async () => {
    const { read, asked, fresh } = gateway({ rows: { claims: [envelope(other), envelope(other, claimRow())] } })
    expect(await read(sent({ state: 'seen', block: 800 }))).toMatchObject({ has: true, areProof: true })
    const query = 'claims?scope=gamecontract&index=alice.wam'
    expect(asked).toEqual([`${query}&min_block=800`, `${query}&nodes=2&since=1699913660&min_block=800`])
    expect(fresh).toEqual([false, true])
  })

  it.each([
    ['all', false],
    ['a part', true],
  ])('is gone by two, whether one has answered %s of the rows', async (_, more) => {
    const { read } = gateway({ rows: { claims: [{ ...envelope(other), more }, envelope(other)] } })
    expect(await read(seen)).toMatchObject({ has: false, areProof: true, head: 900 })
  })
})

describe('claims', () => {
  it('are collected when the rows of all of them have the transaction', async () => {
    const [one, two] = [1, 2].map((claim_id) => claimRow({ claim_id }))
    const { read } = gateway({ rows: { claims: [envelope(one), envelope(one, two)] } })
    const record = sent({ subject: claims })
    expect([(await read(record)).has, (await read(record)).has]).toEqual([false, true])
  })

  it.each([
    ['waits', claimRow({ claim_id: 1, claimed: 0, trx_id: '' }), false],
    ['was collected by another transaction', claimRow({ claim_id: 1, trx_id: 'cd'.repeat(32) }), false],
    ['was collected', claimRow({ claim_id: 1 }), true],
  ])('are looked for past the expiration in the one row of the first of them: it %s', async (_, row, has) => {
    const { read, asked } = gateway({ rows: { claims: [envelope(row)] }, time: EXPIRES + 500 })
    expect(await read(sent({ subject: claims }))).toMatchObject({ has, areProof: true })
    expect(asked).toEqual(['claims?scope=gamecontract&index=alice.wam&nodes=2&id=1&min_block=700'])
  })

  it.each([
    ['of another transaction', { transactionId: 'cd'.repeat(32) }],
    ['that still waits', { isClaimed: false }],
  ])('are not by one %s', (_, changes) => {
    const claim = { id: '1', transactionId: ID, isClaimed: true, ...changes } as Parameters<typeof isClaimed>[0][number]
    expect(isClaimed([claim], { ...claims, claimIds: ['1'] }, ID)).toBe(false)
    expect(isClaimed([claim], signedRecord().subject, ID)).toBe(false)
  })

  it('have no transaction in common that is not known', () => {
    const claim = { id: '1', transactionId: '', isClaimed: true } as Parameters<typeof isClaimed>[0][number]
    expect(isClaimed([claim], signedRecord().subject, '')).toBe(false)
  })

  it('that the gateway found for all are the same evidence', () => {
    expect(rowsWithClaim(sent(), claimRow(), 850)).toEqual({
      ...{ name: 'rows', has: true, head: 850, irreversible: null, areProof: false },
    })
    for (const none of [other, undefined, null, 'ab', { trx_id: ID }]) {
      expect(rowsWithClaim(sent(), none, 850)).toBeNull()
    }
  })
})

describe('an opening', () => {
  const record = sent({ subject: opening })
  const cards = (...assets: object[]) => ({ success: true, data: assets })
  const pack = { asset_id: opening.packId }

  it('is not there while its account has the pack', async () => {
    const { read, asked } = gateway({ rows: { assets: [envelope(pack)] }, assets: cards(indexedAsset()) })
    expect(await read(record)).toMatchObject({ has: false, head: 900 })
    expect(asked).toEqual([`assets?scope=alice.wam&id=${opening.packId}`])
  })

  it('is there once the pack is burned and the index has cards that are newer than all before', async () => {
    const { read } = gateway({ rows: { assets: [envelope()] }, assets: cards(indexedAsset()) })
    expect(await read(record)).toMatchObject({ has: true })
  })

  it.each([
    ['older cards alone', indexedAsset({ asset_id: opening.after })],
    ['something newer that is no card', indexedAsset({ template: null, template_mint: null })],
  ])('is neither there nor not while the index has %s', async (_, asset) => {
    const { read } = gateway({ rows: { assets: [envelope()] }, assets: cards(asset), time: EXPIRES + 500 })
    await expect(read(record)).rejects.toThrow('the index does not have the cards yet')
  })

  it('is neither there nor not while the index fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { read } = gateway({ rows: { assets: [envelope()] }, assets: { success: false, message: 'busy' } })
    await expect(read(record)).rejects.toThrow('busy')
  })

  it.each([
    ['has it yet', { owner: 'alice.wam' }],
    ['names an earlier owner', { owner: 'bob.wam' }],
  ])('is neither there nor not while the index %s, whatever cards are newer', async (_, pack) => {
    const chain = { rows: { assets: [envelope()] }, assets: cards(indexedAsset()), pack, time: EXPIRES + 500 }
    await expect(gateway(chain).read(record)).rejects.toThrow('the index does not have the cards yet')
  })

  it('is not there once two nodes show the pack as somebody else’s, whatever cards are newer', async () => {
    const pack = { owner: 'bob.wam', burned_by_account: null }
    const chain = { assets: cards(indexedAsset()), pack, time: EXPIRES + 500 }
    const { read, asked } = gateway({
      ...chain,
      rows: { assets: [envelope(), envelope({ asset_id: opening.packId })] },
    })
    expect(await read(record)).toMatchObject({ has: false, areProof: true })
    const query = `&id=${opening.packId}&nodes=2&min_block=700`
    expect(asked).toEqual([`assets?scope=alice.wam${query}`, `assets?scope=bob.wam${query}`])
  })

  it.each([
    ['its account', 'alice.wam', true],
    ['the game, which had it from its account', 'gamecontract', true],
    ['somebody else', 'bob.wam', false],
  ])('of a pack that %s has burned: %s, %s', async (_, burned_by_account, has) => {
    const pack = { owner: null, burned_by_account }
    const { read } = gateway({ rows: { assets: [envelope()] }, assets: cards(indexedAsset()), pack })
    expect(await read(record)).toMatchObject({ has })
  })

  it('is not there by two nodes that show the pack past its expiration', async () => {
    const { read, asked } = gateway({ rows: { assets: [envelope(pack)] }, time: EXPIRES + 500 })
    expect(await read(record)).toMatchObject({ has: false, areProof: true })
    expect(asked).toEqual([`assets?scope=alice.wam&id=${opening.packId}&nodes=2&min_block=700`])
  })

  it('that was seen stays while the pack is gone, whoever has its cards by now', async () => {
    const { read } = gateway({ rows: { assets: [envelope()] } })
    expect(await read({ ...record, state: 'seen', block: 650 })).toMatchObject({ has: true })
  })
})
