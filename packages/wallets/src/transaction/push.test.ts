import { gatewayNow } from '@fieldhouse/chain-data'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import { followPush, type PushStatus, push } from './push'
import { makeContext } from './testing/context'
import { assertion, failure, lost } from './testing/gateway'
import { outcome } from './testing/outcome'
import { broadcast } from './transact'

const ID = 'ab'.repeat(32)
const LOCATION = '/api/v1/pushes/0123456789abcdefghij-_'
const NOW = Date.parse('2026-11-27T14:00:00Z')
const signed = { transactionId: ID, packed: 'ff00', signatures: ['SIG_K1_1'], expiresAt: NOW + 180_000 }

/** A status as the gateway writes it. */
const status = (members: object, headers: Record<string, string> = {}, code = 200) =>
  Response.json({ transaction_id: ID, ...members }, { status: code, headers: { ETag: '"1"', ...headers } })
const acceptedAs = (members: object) =>
  status(members, { Location: LOCATION, 'Preference-Applied': 'respond-async' }, 202)
const accepted = () => acceptedAs({ state: 'queued', place: 312, of: 1840, sends_in: 12_000, is_moving: true })
const error = { code: 3050003, name: 'eosio_assert_message_exception', what: '', details: [{ message: 'Sold out' }] }
const queuedBefore: PushStatus = {
  state: { name: 'queued', line: { place: 312, of: 1840, sendsAt: null, isMoving: true } },
  ...{ location: LOCATION, etag: '"0"' },
}

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

describe('a push', () => {
  it('is taken into the line, which tells at an address where it stands', async () => {
    const { context, gateway } = makeContext()
    gateway.next('send_transaction', () => accepted())
    expect(await push(context, signed)).toEqual({
      state: { name: 'queued', line: { place: 312, of: 1840, sendsAt: gatewayNow() + 12_000, isMoving: true } },
      ...{ location: LOCATION, etag: '"1"' },
    })
    const [call] = gateway.calls
    expect([call?.method, call?.headers.get('Prefer'), call?.headers.get('Content-Type'), call?.body]).toEqual([
      'POST',
      'respond-async',
      'application/json',
      { signatures: ['SIG_K1_1'], compression: 0, packed_context_free_data: '', packed_trx: 'ff00' },
    ])
  })

  it('has no place while it is held around an opening, nor a time while nobody knows one', async () => {
    const { context, gateway } = makeContext()
    gateway.next('send_transaction', () => acceptedAs({ state: 'queued', of: 1840, is_moving: false }))
    expect((await push(context, signed)).state).toEqual({
      name: 'queued',
      line: { place: null, of: 1840, sendsAt: null, isMoving: false },
    })
  })

  it.each(['', 'https://evil.test/api/v1/pushes/a', '@evil.test/', '/api/v1/pushes/', '/api/v1/pushes/a/../../b'])(
    'is not followed to an address that is no status of a push: %j',
    async (location) => {
      const { context, gateway } = makeContext()
      gateway.next('send_transaction', () => status({ state: 'sent' }, { Location: location }, 202))
      expect(await push(context, signed)).toMatchObject({ state: { name: 'lost' }, location: '' })
    },
  )

  it.each<[string, () => Response | Promise<Response>, object]>([
    ['was lost', lost, { name: 'lost', error: { kind: 'network' } }],
    [
      'was not sent: the line is full',
      () => failure(503, 503, 'transaction_not_sent', 'the line is full', 'fieldhouse'),
      { name: 'unsent', isLast: false },
    ],
    [
      'was not sent: too many of this address',
      () => failure(429, 429, 'too_many_requests', 'too often', 'fieldhouse'),
      { name: 'unsent', isLast: false },
    ],
    [
      'was not sent, in the words of a node, which does not know it',
      () => failure(503, 503, 'transaction_not_sent', 'the line is full'),
      { name: 'lost' },
    ],
    [
      'has expired, and the gateway does not know it',
      () => failure(504, 504, 'transaction_outcome_unknown', 'unknown', 'fieldhouse'),
      { name: 'lost', error: { kind: 'unclear' } },
    ],
    [
      'met no node',
      () => failure(502, 502, 'chain_unreachable', 'no node', 'fieldhouse'),
      { name: 'lost', error: { kind: 'network' } },
    ],
    ['is too long', () => failure(413, 413, 'body_too_large', 'too long', 'fieldhouse'), { name: 'lost' }],
    ['was refused', () => assertion('Sold out'), { name: 'refused', error: { detail: 'Sold out' }, knowsSince: 0 }],
    ['is there already', () => failure(409, 3040008, 'tx_duplicate', 'duplicate'), { name: 'sent', block: 0 }],
    [
      'was carried out by a node',
      () => Response.json({ transaction_id: ID, processed: { block_num: 7, receipt: { status: 'executed' } } }),
      { name: 'sent', block: 7 },
    ],
  ])('that gets its answer at once %s', async (_, answer, state) => {
    const { context, gateway } = makeContext()
    gateway.next('send_transaction', answer)
    const pushed = await push(context, signed)
    expect(pushed).toMatchObject({ state, location: '', etag: '' })
    if ('error' in pushed.state) expect(pushed.state.error).toBeInstanceOf(WalletError)
  })
})

describe('following a push', () => {
  const follow = (answer: () => Response | Promise<Response>, before = queuedBefore) => {
    const { context, gateway } = makeContext()
    gateway.next(LOCATION, answer)
    return { gateway, context, followed: followPush(context, ID, before) }
  }

  it('waits at the gateway for something new', async () => {
    const { gateway, followed } = follow(() => status({ state: 'sent' }))
    expect(await followed).toMatchObject({ state: { name: 'sent', block: 0 }, etag: '"1"', location: LOCATION })
    const [call] = gateway.calls
    expect([call?.method, call?.headers.get('If-None-Match'), call?.headers.get('Prefer')]).toEqual([
      'GET',
      '"0"',
      'wait=20',
    ])
  })

  it('asks at once for what is not known yet', async () => {
    const { gateway, followed } = follow(() => status({ state: 'sent' }), { ...queuedBefore, etag: '' })
    await followed
    expect([...(gateway.calls[0]?.headers.keys() ?? [])]).toEqual([])
  })

  it('answers what was known when nothing is new', async () => {
    expect(await follow(() => new Response(null, { status: 304 })).followed).toBe(queuedBefore)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['no connection', lost],
    ['a gateway in trouble', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['too many questions', () => failure(429, 429, 'too_many_requests', 'too often', 'fieldhouse')],
  ])('answers nothing of %s: that says nothing of the push', async (_, answer) => {
    expect(await follow(answer).followed).toBeNull()
  })

  it.each([
    [
      { state: 'sent', block: 812 },
      { name: 'sent', block: 812 },
    ],
    [
      { state: 'landed', block: 812, claim: { trx_id: ID } },
      { name: 'landed', block: 812, claim: { trx_id: ID } },
    ],
    [
      { state: 'refused', error, knows_since: 1_700_000_000_000 },
      { name: 'refused', error: { kind: 'chain', detail: 'Sold out' }, knowsSince: 1_700_000_000_000 },
    ],
    [
      { state: 'refused', error },
      { name: 'refused', knowsSince: 0 },
    ],
    [
      { state: 'refused', knows_since: 'long ago' },
      { name: 'refused', error: { kind: 'chain' }, knowsSince: 0 },
    ],
    [{ state: 'expired' }, { name: 'unsent', error: { kind: 'expired' }, isLast: true }],
    [{ state: 'left' }, { name: 'unsent', error: { kind: 'left-line' }, isLast: true }],
    [{ state: 'unknown' }, { name: 'lost' }],
    [{ state: 'of a later gateway' }, { name: 'lost' }],
  ])('reads %j', async (members, state) => {
    expect(await follow(() => status(members)).followed).toMatchObject({ state })
  })

  it.each([
    ['another process, after a crash', () => Response.json({ state: 'unknown' }, { status: 404 })],
    ['nobody', () => new Response('not found', { status: 404 })],
  ])('is lost, and never unsent, where it asks %s', async (_, answer) => {
    expect(await follow(answer).followed).toMatchObject({ state: { name: 'lost' }, location: '', etag: '' })
  })

  it('stops with its signal', async () => {
    const { context, gateway } = makeContext()
    const stop = new AbortController()
    gateway.next(LOCATION, () => {
      stop.abort(new DOMException('logged out', 'AbortError'))
      return lost()
    })
    await expect(followPush(context, ID, queuedBefore, stop.signal)).rejects.toThrow('logged out')
  })
})

describe('broadcasting through a line', () => {
  const send = (...answers: (() => Response | Promise<Response>)[]) => {
    const { context, gateway } = makeContext()
    const [first, ...others] = answers
    if (first) gateway.next('send_transaction', first)
    gateway.next(LOCATION, ...others)
    return { gateway, sent: outcome(broadcast(context, signed).catch((error) => error)) }
  }

  it('waits for its turn and answers with what landed', async () => {
    const { gateway, sent } = send(
      accepted,
      () => new Response(null, { status: 304 }),
      lost,
      () => status({ state: 'sent' }),
      () => status({ state: 'landed', block: 812 }),
    )
    expect(await sent).toEqual({ transactionId: ID, block: 812 })
    expect(gateway.named('send_transaction')).toHaveLength(1)
  })

  it('answers with the block that a node has named', async () => {
    expect(await send(accepted, () => status({ state: 'sent', block: 812 })).sent).toMatchObject({ block: 812 })
  })

  it.each([
    [{ state: 'refused', error }, 'chain'],
    [{ state: 'expired' }, 'expired'],
    [{ state: 'left' }, 'left-line'],
  ])('rejects with what the line says, which knows that nothing was carried out: %j', async (members, kind) => {
    const { sent } = send(
      accepted,
      () => status({ state: 'sent' }),
      () => status(members),
    )
    expect(await sent).toMatchObject({ kind })
  })

  it('is unclear when the line was lost with it, whatever another one refuses', async () => {
    const { gateway, sent } = send(accepted, () => Response.json({ state: 'unknown' }, { status: 404 }))
    gateway.next('send_transaction', () => assertion('Sold out'))
    expect(await sent).toMatchObject({ kind: 'unclear', detail: ID })
  })
})
