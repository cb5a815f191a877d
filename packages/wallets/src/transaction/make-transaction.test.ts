import type { ABI } from '@wharfkit/antelope'
import { describe, expect, it, vi } from 'vitest'
import { makeTransaction } from './make-transaction'
import { makeHeader, rawAbi } from './node'
import { CONTRACTS } from './testing/abi'
import { freshChain, makeContext, purchase } from './testing/context'
import { failure, lost } from './testing/gateway'
import { unpack } from './testing/sign'

const user = { accountName: 'alice.wam', requestPermission: 'active' }

freshChain()

/** An answer that would fill the memory. */
const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20).fill(32)) })

describe('the header', () => {
  it('refers to the block 3 before the head, and expires by the time of the chain', async () => {
    const { context, gateway } = makeContext()
    gateway.head = 0x12345
    expect(await makeHeader(context, 180)).toEqual({
      expiration: '2026-11-27T14:03:00',
      ref_block_num: 0x2342,
      ref_block_prefix: 4_000_000_000,
    })
    expect(gateway.named('get_block_info').map(({ body }) => body)).toEqual([{ block_num: 0x12342 }])
  })

  it.each([
    [0, '2026-11-27T14:03:00'],
    [0.5, '2026-11-27T14:02:57'],
    [1 - Number.EPSILON, '2026-11-27T14:02:55'],
  ])('expires up to 5 s earlier, by chance: %s', async (chance, expiration) => {
    const { context } = makeContext()
    vi.spyOn(Math, 'random').mockReturnValue(chance)
    expect((await makeHeader(context, 180)).expiration).toBe(expiration)
  })

  it('is never the same twice in a page, whatever chance has it; with another block it may expire at the same time', async () => {
    const { context, gateway } = makeContext()
    const made = () => makeHeader(context, 180).then(({ expiration }) => expiration.slice(-5))
    expect([await made(), await made(), await made()]).toEqual(['03:00', '02:59', '02:58'])
    gateway.prefix += 1
    expect(await made()).toBe('03:00')
  })

  it('Got response for wrong chain id: a node of another chain', async () => {
    const { context, gateway } = makeContext()
    gateway.chainId = 'e'.repeat(64)
    await expect(makeHeader(context, 180)).rejects.toMatchObject({
      kind: 'wrong-chain',
      message: 'Got response for wrong chain id',
    })
  })

  it.each([
    ['the connection is lost', lost],
    [
      'the chain is unreachable',
      () => failure(502, 502, 'chain_unreachable', 'the chain cannot be reached', 'fieldhouse'),
    ],
    ['a proxy answers', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['a page answers with 200', () => new Response('<!doctype html>')],
    ['an answer has no end', () => new Response(endless())],
  ])('says that there is no connection when %s', async (_, answer) => {
    const { context, gateway } = makeContext()
    gateway.next('get_info', answer)
    await expect(makeHeader(context, 180)).rejects.toMatchObject({ kind: 'network' })
  })

  it.each([
    ['get_info', { head_block_num: '5' }],
    ['get_info', { head_block_num: 5, head_block_time: 'soon' }],
    ['get_block_info', {}],
    ['get_block_info', { ref_block_prefix: -1 }],
    ['get_block_info', { ref_block_prefix: 2 ** 32 }],
  ])('does not build on what no node answers: %s %j', async (call, answer) => {
    const { context, gateway } = makeContext()
    gateway.next(call, () => Response.json({ chain_id: gateway.chainId, ...answer }))
    await expect(makeHeader(context, 180)).rejects.toMatchObject({ kind: 'network' })
  })
})

describe('ABIs', () => {
  it('are asked for once by all who need them at a time, and kept', async () => {
    const { context, gateway } = makeContext()
    const [first, second] = await Promise.all([rawAbi(context, 'eosio.token'), rawAbi(context, 'eosio.token')])
    expect(first).toBe(second)
    await rawAbi(context, 'eosio.token')
    expect(gateway.named('get_raw_abi')).toHaveLength(1)
  })

  it('are read again after some minutes', async () => {
    vi.useFakeTimers()
    const { context, gateway } = makeContext()
    await rawAbi(context, 'eosio.token')
    vi.advanceTimersByTime(5 * 60_000)
    await rawAbi(context, 'eosio.token')
    expect(gateway.named('get_raw_abi')).toHaveLength(2)
  })

  it('that could not be read are not kept', async () => {
    const { context, gateway } = makeContext()
    gateway.next('get_raw_abi', lost)
    await expect(rawAbi(context, 'eosio.token')).rejects.toMatchObject({ kind: 'network' })
    await expect(rawAbi(context, 'eosio.token')).resolves.toBeInstanceOf(Uint8Array)
  })

  it('of an account without a contract are an answer of the chain', async () => {
    const { context, gateway } = makeContext()
    gateway.next('get_raw_abi', () => Response.json({ account_name: 'alice.wam', abi: '' }))
    await expect(rawAbi(context, 'alice.wam')).rejects.toMatchObject({
      kind: 'chain',
      detail: 'alice.wam has no contract',
    })
  })

  it.each(['', '=', '=='])('are read with %j at the end of their Base64', async (end) => {
    const { context, gateway } = makeContext()
    gateway.next('get_raw_abi', () => Response.json({ abi: `AQIDBA${end}` }))
    expect([...(await rawAbi(context, 'eosio.token'))]).toEqual([1, 2, 3, 4])
  })
})

describe('a whole transaction', () => {
  it('is what another library unpacks, with integers beyond 2^53', async () => {
    const { context } = makeContext()
    const { transaction, serialized, abis } = await makeTransaction(context, user, purchase(), 180)
    const unpacked = unpack(serialized)
    expect(String(unpacked.id)).toBe(String(transaction.id))
    expect(abis.map(({ accountName }) => accountName)).toEqual(['eosio.token', 'fieldhouse'])
    const [transfer, buypack] = unpacked.actions.map((action) =>
      JSON.parse(JSON.stringify(action.decodeData(CONTRACTS[String(action.account)] as ABI))),
    )
    expect(transfer).toEqual(purchase()[0]?.data)
    expect(buypack).toMatchObject({ drop_id: '18446744073709551615', amount: 2, intended_delphi_median: 412 })
  })

  it("signs with the user's permission where an action does not say whose", async () => {
    const { context } = makeContext()
    const [transfer, buypack] = purchase()
    const actions = [{ ...transfer, authorization: [{ actor: 'bruno.wam', permission: 'owner' }] }, buypack]
    const { transaction } = await makeTransaction(context, user, actions as ReturnType<typeof purchase>, 30)
    expect(transaction.actions.flatMap(({ authorization }) => authorization.map(String))).toEqual([
      'bruno.wam@owner',
      'alice.wam@active',
    ])
  })

  it.each([
    ['an amount of another precision', { quantity: '1.0 WAX extra' }],
    ['a missing field', { quantity: undefined }],
  ])('says which action cannot be packed: %s', async (_, change) => {
    const { context } = makeContext()
    const [transfer] = purchase()
    const actions = [{ ...transfer, data: { ...transfer?.data, ...change } }] as ReturnType<typeof purchase>
    await expect(makeTransaction(context, user, actions, 180)).rejects.toThrow(/packing eosio\.token::transfer of/)
  })

  it('needs an action', async () => {
    const { context } = makeContext()
    await expect(makeTransaction(context, user, [], 180)).rejects.toThrow('there is no action in it')
  })
})
