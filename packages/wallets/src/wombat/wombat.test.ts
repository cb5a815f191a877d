import { afterEach, describe, expect, it, vi } from 'vitest'
import { explain } from '../errors/explain'
import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import { freshChain, makeContext, newKey, purchase } from '../transaction/testing/context'
import { CHAIN_ID } from '../transaction/testing/gateway'
import { transact } from '../transaction/transact'
import type { User } from '../wallet'
import { PROVIDER_WAIT } from './provider'
import { FakeWombat, GENERATIONS, REJECTED, remove } from './testing/injected'
import { wallet } from './wombat'

const alice: User = { accountName: 'alice.wam', requestPermission: 'active', wallet: 'wombat' }

const setUp = () => {
  const { gateway, context } = makeContext()
  const wombat = new FakeWombat(newKey())
  gateway.keys.set('alice.wam', wombat.key.public)
  const login = () =>
    wallet.login(context).catch((error) => {
      throw fromUnknown(error, 'logging in')
    })
  const buy = (actions = async () => purchase()) => transact(context, wallet, alice, { actions })
  return { gateway, context, wombat, login, buy }
}

const errorOf = async (promise: Promise<unknown>): Promise<WalletError> => {
  const error = await promise.then(
    (value) => expect.unreachable(`it came out well: ${JSON.stringify(value)}`),
    (error) => error,
  )
  expect(error).toBeInstanceOf(WalletError)
  return error
}

freshChain()
afterEach(remove)

describe.each(GENERATIONS)('a Wombat of the $generation generation', ({ inject }) => {
  it('logs in with the account and the permission that it names for this chain', async () => {
    const { login, wombat } = setUp()
    wombat.accounts.unshift({
      blockchain: 'eos',
      chainId: 'a'.repeat(64),
      name: 'other',
      publicKey: 'EOS',
      authority: 'x',
    })
    inject(wombat)
    expect(await login()).toEqual({ accountName: 'alice.wam', requestPermission: 'active' })
    expect(wombat.requests.map(({ type }) => type)).toEqual(['identityFromPermissions', 'getOrRequestIdentity'])
    expect(wombat.requests[1]?.payload).toEqual({
      fields: {
        accounts: [{ blockchain: 'eos', chainId: CHAIN_ID, protocol: 'https', host: 'play.test', port: 443 }],
      },
    })
  })

  it('is found when it comes a moment after the page', async () => {
    const { login, wombat } = setUp()
    const done = login()
    inject(wombat)
    expect((await done).accountName).toBe('alice.wam')
  })

  it('lands both actions in one transaction that holds for 30 s', async () => {
    const { buy, wombat, gateway } = setUp()
    inject(wombat)
    const landed = await buy()
    const [transaction] = gateway.landed
    expect(landed).toEqual({ transactionId: String(transaction?.id), block: 1001 })
    expect(transaction?.actions.map(({ name }) => String(name))).toEqual(['transfer', 'buypack'])
    expect(Number(transaction?.ref_block_num)).toBe(997)
    expect(transaction?.expiration.toMilliseconds()).toBe(Math.floor(gateway.time / 1000) * 1000 + 30_000)
  })

  it('gets what it needs to show and to sign: the bytes, the chain, the key and the ABIs', async () => {
    const { buy, wombat } = setUp()
    wombat.permitted = true
    inject(wombat)
    await buy()
    const { payload } = wombat.requests.find(({ type }) => type === 'requestSignature') ?? expect.unreachable()
    expect(payload.transaction).toMatchObject({
      chainId: CHAIN_ID,
      requiredKeys: [wombat.key.public],
      serializedTransaction: expect.stringMatching(/^[0-9a-f]{100,}$/),
      abis: [{ accountName: 'eosio.token' }, { accountName: 'fieldhouse' }],
    })
    expect(wombat.requests.map(({ type }) => type)).not.toContain('getOrRequestIdentity')
  })

  const answering = (answer: object) => ({ instead: async () => answer })
  const rejecting = (error: object) => ({ instead: () => Promise.reject(error) })
  const NONE = 'No signature returned from the wallet'

  it.each<[string, Partial<FakeWombat> | { account: object }, string, string]>([
    ['a refusal', rejecting(REJECTED), 'refused', 'Declined in your wallet'],
    ['missing signatures', answering({}), 'no-signature', NONE],
    ['an empty list of signatures', answering({ signatures: [] }), 'no-signature', NONE],
    ['a signature that is none', answering({ signatures: ['yes'] }), 'no-signature', NONE],
    [
      'an error of its own',
      rejecting({ type: 'malicious', message: 'Too fast', code: 0, isError: true }),
      'unknown',
      'Something went wrong',
    ],
    ['another account now', { account: { name: 'bruno.wam' } }, 'identity', 'Unable to verify identity'],
    ['another permission now', { account: { authority: 'owner' } }, 'identity', 'Unable to verify identity'],
    ['another chain', { account: { chainId: 'a'.repeat(64) } }, 'wrong-chain', 'Got response for wrong chain id'],
    ['no account', { accounts: [] }, 'identity', 'Unable to verify identity'],
  ])('explains %s, and the same purchase can be tried again at once', async (_, changes, kind, title) => {
    const { buy, wombat, gateway } = setUp()
    const good = new FakeWombat(wombat.key)
    if ('account' in changes) Object.assign(wombat.accounts[0] ?? {}, changes.account)
    else Object.assign(wombat, changes)
    inject(wombat)
    const error = await errorOf(buy())
    expect([error.kind, explain(error, 'en').title]).toEqual([kind, title])
    expect(gateway.named('send_transaction')).toEqual([])
    inject(good)
    expect(await buy()).toMatchObject({ block: 1001 })
  })

  it('does not wait for ever for an identity', async () => {
    vi.useFakeTimers()
    const { login, wombat } = setUp()
    wombat.ask = () => new Promise(() => {})
    inject(wombat)
    const error = errorOf(login())
    await vi.advanceTimersByTimeAsync(30_000 + 120_000)
    expect(await error).toMatchObject({ kind: 'timeout', message: 'Wallet did not respond in time' })
  })

  it('does not wait for a signature that would be too late', async () => {
    vi.useFakeTimers()
    const { buy, wombat } = setUp()
    wombat.instead = () => new Promise(() => {})
    inject(wombat)
    const error = errorOf(buy())
    await vi.waitFor(() => expect(wombat.requests.at(-1)?.type).toBe('requestSignature'), 20_000)
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await error).kind).toBe('timeout')
  })

  it('is forgotten with the logout', async () => {
    const { login, wombat, context } = setUp()
    inject(wombat)
    await login()
    await wallet.logout(context, alice)
    expect(wombat.permitted).toBe(false)
  })

  it.each<[string, FakeWombat['ask']]>([
    ['refuses', () => Promise.reject(new Error('no'))],
    ['never answers', () => new Promise(() => {})],
  ])('lets the page log out when it %s', async (_, ask) => {
    vi.useFakeTimers()
    const { wombat, context } = setUp()
    wombat.ask = ask
    inject(wombat)
    const done = wallet.logout(context, alice)
    await vi.advanceTimersByTimeAsync(3000)
    await expect(done).resolves.toBeUndefined()
  })
})

it('prefers the second generation when there are both', async () => {
  const { login, wombat } = setUp()
  const first = new FakeWombat(newKey(), 'bruno.wam')
  for (const { generation, inject } of GENERATIONS) inject(generation === 'first' ? first : wombat)
  expect((await login()).accountName).toBe('alice.wam')
  expect(first.requests).toEqual([])
})

it('Request cannot be modified: a Wombat that signs other bytes than it was given', async () => {
  const { buy, wombat, gateway } = setUp()
  wombat.change = (transaction) => transaction.actions.reverse()
  GENERATIONS[1].inject(wombat)
  const error = await errorOf(buy())
  expect([error.kind, error.message]).toEqual(['no-modify', 'Request cannot be modified'])
  expect(gateway.named('send_transaction')).toEqual([])
})

it('tells at the chain what a Wombat signed that shows only its signatures', async () => {
  const { buy, wombat, gateway } = setUp()
  wombat.change = (transaction) => transaction.actions.reverse()
  GENERATIONS[0].inject(wombat)
  expect((await errorOf(buy())).kind).toBe('chain')
  expect(gateway.landed).toEqual([])
})

it('says how to get Wombat when there is none, after a moment', async () => {
  vi.useFakeTimers()
  const { login } = setUp()
  const error = errorOf(login())
  await vi.advanceTimersByTimeAsync(PROVIDER_WAIT)
  expect((await error).kind).toBe('provider-absent')
  expect(explain(await error, 'en').text).toMatch(/app.*extension/)
})
