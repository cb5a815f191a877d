import { beforeEach, describe, expect, it, vi } from 'vitest'
import { WalletError } from '../errors/wallet-error'
import { makeTransaction } from './make-transaction'
import { freshChain, makeContext, newKey, purchase } from './testing/context'
import { assertion, failure, lost } from './testing/gateway'
import { outcome } from './testing/outcome'
import { sign, unpack } from './testing/sign'
import { broadcast } from './transact'

const signedPurchase = async () => {
  const setup = makeContext()
  const key = newKey()
  setup.gateway.keys.set('alice.wam', key.public)
  const user = { accountName: 'alice.wam', requestPermission: 'active' }
  const { serialized } = await makeTransaction(setup.context, user, purchase(), 180)
  const { id, expiration } = unpack(serialized)
  const signed = {
    transactionId: String(id),
    packed: Buffer.from(serialized).toString('hex'),
    signatures: [sign(serialized, key)],
    expiresAt: expiration.toMilliseconds(),
  }
  return { ...setup, id: String(id), signed }
}

/** How it ended, well or not. */
const outcomeOf = (promise: Promise<unknown>) => outcome(promise.catch((error) => error))

interface Sent {
  id: string
}

/** What the gateway says when it could not find out in time. */
const unknownOutcome = () =>
  failure(504, 504, 'transaction_outcome_unknown', 'transaction was sent and it is not known yet', 'fieldhouse')
const notSent = () => failure(503, 503, 'transaction_not_sent', 'was not sent: no node can take it', 'fieldhouse')

freshChain()
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-27T14:00:00.500Z') }))

describe('broadcasting', () => {
  it('answers with id and block of what landed', async () => {
    const { context, gateway, signed, id } = await signedPurchase()
    expect(await broadcast(context, signed)).toEqual({ transactionId: id, block: 1001 })
    expect(gateway.named('send_transaction').map(({ body }) => body)).toEqual([
      {
        signatures: signed.signatures,
        compression: 0,
        packed_context_free_data: '',
        packed_trx: signed.packed,
      },
    ])
  })

  it.each([
    ['a lost connection', lost],
    ['no answer in time', () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'))],
    ["a proxy's page", () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['an answer cut short', () => new Response('{"transaction_id":"', { status: 202 })],
    [
      'an answer without a receipt',
      ({ id }: Sent) => Response.json({ transaction_id: id, processed: { except: null } }),
    ],
    [
      'a receipt of failure',
      ({ id }: Sent) =>
        Response.json({ transaction_id: id, processed: { except: null, receipt: { status: 'hard_fail' } } }),
    ],
    ['an answer about another transaction', () => Response.json({ transaction_id: 'ab', processed: {} })],
    ['an outcome that the gateway does not know yet', unknownOutcome],
    ['a node in trouble', () => failure(500, 0, 'exception', 'unspecified')],
  ])('resolves %s by sending the same bytes again before anything is said', async (_, answer) => {
    const { context, gateway, signed, id } = await signedPurchase()
    // It landed, and only the answer went wrong.
    gateway.next('send_transaction', (call) => {
      gateway.answer(call)
      return answer({ id })
    })
    expect(await outcomeOf(broadcast(context, signed))).toEqual({ transactionId: id, block: 1001 })
    const [first, second, ...more] = gateway.named('send_transaction')
    expect([second?.text, more]).toEqual([first?.text, []])
    expect(gateway.landed).toHaveLength(1)
  })

  it('does not take the words of a contract for a duplicate', async () => {
    const { context, gateway, signed } = await signedPurchase()
    gateway.next('send_transaction', () => assertion('Duplicate transaction id'))
    expect(await outcomeOf(broadcast(context, signed))).toMatchObject({
      kind: 'chain',
      detail: 'Duplicate transaction id',
    })
  })

  it.each([
    ['the number', () => failure(409, 3040008, 'tx_duplicate', 'duplicate transaction')],
    ['the text', () => failure(500, 0, 'exception', 'Duplicate transaction 0a1b')],
  ])('takes a duplicate for landed, known by %s', async (_, answer) => {
    const { context, gateway, signed, id } = await signedPurchase()
    gateway.next('send_transaction', answer)
    expect(await broadcast(context, signed)).toEqual({ transactionId: id, block: 0 })
  })

  it.each([
    ['an assertion', 'chain', 500, 3050003, 'eosio_assert_message_exception', 'Sold out'],
    ['CPU', 'resources', 500, 3080004, 'tx_cpu_usage_exceeded', 'billed CPU time (999 us) is greater'],
    ['NET', 'resources', 500, 3080002, 'tx_net_usage_exceeded', 'net usage is too high'],
    ['RAM', 'resources', 500, 3080001, 'ram_usage_exceeded', 'account alice.wam has insufficient ram'],
    ['a deadline', 'resources', 500, 3081001, 'leeway_deadline_exception', 'the transaction was unable to complete'],
    ['an expired one', 'expired', 500, 3040005, 'expired_tx_exception', 'expired transaction'],
    ['a forked block', 'expired', 500, 3040007, 'invalid_ref_block_exception', 'did not match'],
    ['an authority', 'chain', 401, 3090003, 'unsatisfied_authorization', 'does not have signatures for it'],
    ['an account that does not exist', 'chain', 500, 0, 'exception', 'unknown key (eosio::chain::name): alice.wam'],
  ])('sends %s once: the chain said no', async (_, kind, status, code, name, text) => {
    const { context, gateway, signed } = await signedPurchase()
    gateway.next('send_transaction', () => failure(status, code, name, text))
    const error = await outcomeOf(broadcast(context, signed))
    expect(error).toBeInstanceOf(WalletError)
    // Which resource is used up stands in the name alone.
    expect(error).toMatchObject({ kind, detail: kind === 'resources' ? `${name}: ${text}` : text })
    expect(gateway.named('send_transaction')).toHaveLength(1)
  })

  it('tries again when nothing was sent, and says so when that does not help', async () => {
    const { context, gateway, signed, id } = await signedPurchase()
    gateway.next('send_transaction', notSent, () => failure(429, 429, 'too_many_requests', 'too often', 'fieldhouse'))
    expect(await outcomeOf(broadcast(context, signed))).toEqual({ transactionId: id, block: 1001 })
    gateway.next('send_transaction', ...Array.from({ length: 100 }, () => notSent))
    expect(await outcomeOf(broadcast(context, signed))).toMatchObject({ kind: 'network' })
  })

  it('says that it is unclear when it could not be resolved, with the id to look for', async () => {
    const { context, gateway, signed, id } = await signedPurchase()
    gateway.next('send_transaction', ...Array.from({ length: 1000 }, () => lost))
    expect(await outcomeOf(broadcast(context, signed))).toMatchObject({ kind: 'unclear', detail: id })
    // Until the transaction has expired for certain, and no busier than every eight seconds.
    expect(gateway.named('send_transaction').length).toBeGreaterThan(20)
    expect(gateway.named('send_transaction').length).toBeLessThan(50)
  })

  it('sends nothing past its expiration: it expired when nothing was sent before, and is unclear when something was', async () => {
    for (const [first, kind] of [
      [notSent, 'expired'],
      [lost, 'unclear'],
    ] as const) {
      const { context, gateway, signed } = await signedPurchase()
      gateway.next('send_transaction', first)
      const expiresAt = Date.now() + 400
      expect(await outcomeOf(broadcast(context, { ...signed, expiresAt }))).toMatchObject({ kind })
      expect(gateway.named('send_transaction')).toHaveLength(1)
    }
  })

  it.each([
    ['what a contract says', () => assertion('Sold out')],
    ['its expiration', () => failure(500, 3040005, 'expired_tx_exception', 'expired transaction', 'fieldhouse')],
    ['its CPU', () => failure(500, 3080004, 'tx_cpu_usage_exceeded', 'billed CPU time')],
    ['its NET', () => failure(500, 3080002, 'tx_net_usage_exceeded', 'net usage is too high')],
    ['its reference block', () => failure(500, 3040007, 'invalid_ref_block_exception', 'did not match')],
  ])('does not believe what refuses a lost one for %s', async (_, answer) => {
    const { context, gateway, signed, id } = await signedPurchase()
    gateway.next(
      'send_transaction',
      (call) => {
        gateway.answer(call)
        return lost()
      },
      answer,
    )
    expect(await outcomeOf(broadcast(context, signed))).toMatchObject({ kind: 'unclear', detail: id })
  })

  it('gives every request a time-out', async () => {
    const { context, signed } = await signedPurchase()
    const signals: unknown[] = []
    const watched = {
      ...context,
      fetch: ((address, init) => {
        signals.push(init?.signal)
        return context.fetch(address, init)
      }) as typeof fetch,
    }
    await broadcast(watched, signed)
    expect(signals).toEqual([expect.any(AbortSignal)])
  })
})
