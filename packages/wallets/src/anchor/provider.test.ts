// @vitest-environment node

import { PermissionLevel } from '@greymass/eosio'
import { PlaceholderName, PlaceholderPermission, SigningRequest } from 'eosio-signing-request'
import { describe, expect, it, vi } from 'vitest'
import type { WalletErrorKind } from '../errors/wallet-error'
import { makeTransaction } from '../transaction/make-transaction'
import { freshChain, purchase } from '../transaction/testing/context'
import { CHAIN_ID, failure } from '../transaction/testing/gateway'
import { askProvider, providerOf } from './provider'
import { action, feeOf, type Offered, PROVIDER, type StandInProvider } from './testing/provider'
import { alice, errorOf, flush, makeProvidedSite, makeSite, until } from './testing/site'

freshChain()

const FEE = '0.05000000 WAX'
const SIGNER = { actor: 'alice.wam', permission: 'active' }

const names = (request: { getRawActions(): { account: unknown; name: unknown }[] }) =>
  request.getRawActions().map(({ account, name }) => `${account}::${name}`)

describe('a resource provider that covers a transaction', () => {
  it('is asked with the referrer, the request and the signer, and signs too', async () => {
    const { loggedIn, buy, delivered, anchor, provider, gateway } = makeProvidedSite()
    await loggedIn()
    expect(provider.asked).toEqual([]) // identity requests cannot be co-signed
    const bought = buy()
    const request = await delivered()
    expect(provider.asked).toEqual([{ ref: 'fieldhouse', request: expect.stringMatching(/^esr:/), signer: SIGNER }])
    expect(names(request)).toEqual(['greymassnoop::noop', 'eosio.token::transfer', 'fieldhouse::buypack'])
    gateway.keys.set('greymassfuel', String(provider.key.toPublic()))
    anchor.answer(request)
    await bought
    expect(gateway.named('send_transaction')[0]?.body.signatures).toHaveLength(2)
  })

  it('gets its fee when the visitor accepts the one that is shown', async () => {
    const { loggedIn, buy, shown, delivered, anchor, provider, gateway, signing } = makeProvidedSite()
    provider.fee = FEE
    provider.ram = 4096
    await loggedIn()
    const bought = buy()
    const { fee, deadline, accept } = await shown('fee')
    expect({ fee, left: Math.round((deadline - Date.now()) / 1000) }).toEqual({ fee: FEE, left: 180 })
    accept()
    const request = await delivered()
    expect(names(request).slice(0, 3)).toEqual(['greymassnoop::noop', 'eosio.token::transfer', 'eosio::buyrambytes'])
    expect(String(request.getInfoKey('txfee'))).toBe(FEE)
    anchor.answer(request)
    await bought
    expect(gateway.landed).toHaveLength(1)
    expect(signing.state()?.notices).toEqual([])
  })

  it('is done without when the visitor declines the fee, and the request is flagged no-fee', async () => {
    const { loggedIn, buy, shown, delivered, anchor, provider, gateway } = makeProvidedSite()
    provider.fee = FEE
    await loggedIn()
    const bought = buy()
    ;(await shown('fee')).decline()
    const request = await delivered()
    expect(request.getRawInfoKey('no_fee')?.hexString).toBe('01')
    expect(names(request)).toEqual(['eosio.token::transfer', 'fieldhouse::buypack'])
    anchor.answer(request)
    await bought
    expect(gateway.landed).toHaveLength(1)
  })

  it('Fee required but sender opted out: says so when the account lacks what the fee would have covered', async () => {
    const { loggedIn, buy, shown, delivered, anchor, provider, gateway } = makeProvidedSite()
    provider.fee = FEE
    await loggedIn()
    const failed = errorOf(buy())
    ;(await shown('fee')).decline()
    gateway.next('send_transaction', () => failure(500, 3080004, 'tx_cpu_usage_exceeded', 'billed CPU time'))
    anchor.answer(await delivered())
    const error = await failed
    expect(error).toMatchObject({ kind: 'fee-declined', message: 'Fee required but sender opted out' })
    expect((await shown('failure')).error).toBe(error)
  })

  it('Offer expired: cancels the transaction', async () => {
    const { loggedIn, buy, shown, provider, signing, link } = makeProvidedSite()
    provider.fee = FEE
    await loggedIn()
    const failure = errorOf(buy())
    await shown('fee')
    await vi.advanceTimersByTimeAsync(180_000)
    expect(await failure).toMatchObject({ kind: 'expired', message: 'Offer expired' })
    expect(signing.state()?.screen.name).toBe('failure')
    expect(link.posted).toEqual([])
  })

  it('cancels the transaction with its dialog, and the next try asks anew', async () => {
    const { loggedIn, buy, shown, provider, signing } = makeProvidedSite()
    provider.fee = FEE
    await loggedIn()
    const failure = errorOf(buy())
    await shown('fee')
    signing.dismiss()
    expect((await failure).kind).toBe('cancelled')
    expect(signing.state()).toBeNull()
    void buy().catch(() => undefined)
    await shown('fee')
    expect(provider.asked).toHaveLength(2)
  })
})

type OfferedTransaction = Offered['data']['request'][1]

/** What the provider answers instead; the transaction that it sends is `data.request[1]`. */
const lying = (change: (transaction: OfferedTransaction, answer: Offered) => unknown) => (answer: Offered) => {
  change(answer.data.request[1], answer)
  return answer
}
/** With other values in the transaction, in its first or second action, or in what comes beside the transaction. */
const header = (changes: object) => lying((transaction) => Object.assign(transaction, changes))
const actionAt = (at: number, changes: object) => lying(({ actions }) => Object.assign(actions[at] as object, changes))
const data = (changes: object) => lying((_, answer) => Object.assign(answer.data, changes))

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const transfer = (from: string, amount: string, to?: string) =>
  plain(action('eosio.token', 'transfer', [SIGNER], feeOf(from, amount, to)))
const buyRam = (authorization: { actor: string; permission: string }, payer: string, receiver: string) =>
  plain(action('eosio', 'buyrambytes', [authorization], { payer, receiver, bytes: 4096 }))

/** Each ends with `invalid-provider-response`, but for those that say another kind. */
const LIES: Record<string, { fee?: string; ram?: number; lie: StandInProvider['lie']; kind?: WalletErrorKind }> = {
  'another code than 200 or 402': { lie: ({ data }) => ({ code: 500, data }), kind: 'refused' },
  'no data': { lie: () => ({ code: 200 }) },
  'no object': { lie: () => null },
  'no signatures': { lie: data({ signatures: [] }), kind: 'no-signature' },
  'a signature that is none': { lie: data({ signatures: ['SIG_K1_none'] }) },
  'a 402 without a fee': { fee: FEE, lie: data({ fee: undefined }) },
  'a fee in another token': { fee: FEE, lie: data({ fee: '0.0500 EOS' }) },
  'a fee below zero': { fee: FEE, lie: data({ fee: '-0.05000000 WAX' }) },
  'a larger fee than it shows': { fee: FEE, lie: data({ fee: '0.01000000 WAX' }) },
  'a fee where it says there is none': { fee: FEE, lie: (answer) => ({ ...answer, code: 200 }) },
  'two fees': { fee: FEE, lie: lying((t) => t.actions.splice(2, 0, t.actions[1] as never)) },
  'a fee for somebody else': { fee: FEE, lie: actionAt(1, transfer('alice.wam', FEE, 'mallory.wam')) },
  'a fee from somebody else': { fee: FEE, lie: actionAt(1, transfer('bob.wam', FEE)) },
  'another action in the signer’s name': {
    lie: lying((t) => t.actions.splice(1, 0, transfer('alice.wam', '9.00000000 WAX', 'mallory.wam'))),
  },
  'an action of a contract that nobody knows': {
    lie: lying((t) => t.actions.splice(1, 0, { ...t.actions[0], account: 'mallory.wam' })),
  },
  'RAM that the signer pays for': { fee: FEE, ram: 4096, lie: actionAt(2, buyRam(SIGNER, 'alice.wam', 'alice.wam')) },
  'RAM for somebody else': {
    fee: FEE,
    ram: 4096,
    lie: actionAt(2, buyRam({ actor: 'greymassfuel', permission: 'cosign' }, 'greymassfuel', 'mallory.wam')),
  },
  'a noop in the signer’s name': { lie: actionAt(0, { authorization: [SIGNER] }) },
  'no noop': { lie: lying((t) => t.actions.shift()) },
  'a changed action': { lie: actionAt(1, transfer('alice.wam', '1.00000000 WAX', 'mallory.wam')) },
  'the actions in another order': { lie: lying((t) => t.actions.push(t.actions.splice(1, 1)[0] as never)) },
  'an action left out': { lie: lying((t) => t.actions.pop()) },
  'an action behind the others': { lie: lying((t) => t.actions.push(t.actions[0] as never)) },
  'another permission for an action': { lie: actionAt(1, { authorization: [{ ...SIGNER, permission: 'owner' }] }) },
  'a later expiration': { lie: header({ expiration: '2026-11-27T15:00:00' }) },
  'another reference block': { lie: header({ ref_block_num: 1 }) },
  'another block prefix': { lie: header({ ref_block_prefix: 1 }) },
  'a delay': { lie: header({ delay_sec: 86400 }) },
  'a limit of CPU': { lie: header({ max_cpu_usage_ms: 1 }) },
  'a limit of NET': { lie: header({ max_net_usage_words: 1 }) },
  'a context-free action': {
    lie: lying((t) => Object.assign(t, { context_free_actions: [{ ...t.actions[0], authorization: [] }] })),
  },
  'an extension': { lie: header({ transaction_extensions: [{ type: 1, data: '00' }] }) },
  'actions instead of a transaction': {
    lie: lying((t, { data }) => Object.assign(data, { request: ['actions', t.actions] })),
  },
}

interface Asking extends Partial<Pick<StandInProvider, 'fee' | 'ram' | 'lie'>> {
  flag?: string
  isIdentity?: boolean
  isAbsent?: boolean
}

/** Asks for what covers a request, which is of a purchase, unless it is of an identity. */
const ask = async ({ flag, isIdentity, isAbsent, ...behaviour }: Asking) => {
  const { context, provider } = makeProvidedSite()
  if (isAbsent) context.settings.wallets.resourceProvider = 'none'
  Object.assign(provider, behaviour)
  const { transaction } = await makeTransaction(context, alice, purchase(), 180)
  const content = isIdentity ? { identity: { scope: 'fieldhouse' } } : { transaction }
  const request = SigningRequest.createSync({ ...content, chainId: CHAIN_ID } as never)
  if (flag) request.setInfoKey(flag, true, 'bool')
  const offered = askProvider(request, PermissionLevel.from(SIGNER), context, new AbortController().signal)
  return { offered, provider }
}

describe('Invalid response from resource provider: signing goes on without one that sends', () => {
  it.each(Object.entries(LIES))('%s', async (_, { kind = 'invalid-provider-response', ...behaviour }) => {
    const { offered, provider } = await ask(behaviour)
    expect([(await errorOf(offered)).kind, provider.asked.length]).toEqual([kind, 1])
  })

  it('none of this, in an honest offer', async () => {
    const { offered } = await ask({ fee: FEE, ram: 4096 })
    await expect(offered).resolves.toMatchObject({ fee: FEE })
  })

  it.each([
    ['what is wrong, which is told', LIES['a larger fee than it shows'], ['provider']],
    ['a plain no', LIES['another code than 200 or 402'], []],
  ])('%s', async (_, behaviour, notices) => {
    const { loggedIn, buy, delivered, anchor, provider, gateway, signing } = makeProvidedSite()
    Object.assign(provider, behaviour)
    await loggedIn()
    const bought = buy()
    const request = await delivered()
    expect(provider.asked).toHaveLength(1)
    expect(names(request)).toEqual(['eosio.token::transfer', 'fieldhouse::buypack'])
    expect(request.getRawInfoKey('cosig')).toBeUndefined()
    expect(signing.state()?.notices).toEqual(notices)
    anchor.answer(request)
    await bought
    expect(gateway.landed).toHaveLength(1)
  })

  it('nothing for 5000 ms', async () => {
    const { loggedIn, buy, delivered, anchor, provider, link } = makeProvidedSite()
    provider.silent = true
    await loggedIn()
    const bought = buy()
    await until(() => provider.asked.length > 0)
    await vi.advanceTimersByTimeAsync(4999)
    await flush()
    expect(link.posted).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    anchor.answer(await delivered())
    await bought
  })

  it('what it wants to a visitor who closes the dialog meanwhile', async () => {
    const { loggedIn, buy, provider, signing, link } = makeProvidedSite()
    provider.silent = true
    await loggedIn()
    const failure = errorOf(buy())
    await until(() => provider.asked.length > 0)
    signing.dismiss()
    expect((await failure).kind).toBe('cancelled')
    expect(link.posted).toEqual([])
  })
})

describe('who is asked, and for what', () => {
  it.each<[WalletErrorKind, string, Asking, number]>([
    ['no-modify', 'Request cannot be modified', { flag: 'no_modify' }, 0],
    ['cosign-identity', 'Identity requests cannot be co-signed', { isIdentity: true }, 0],
    ['unsupported-chain', 'Blockchain not supported by this resource provider', { isAbsent: true }, 0],
    // A fee is not offered twice.
    ['fee-declined', 'Fee required but sender opted out', { flag: 'no_fee', fee: FEE }, 1],
    ['no-signature', 'No signature returned from resource provider', LIES['no signatures'] ?? {}, 1],
  ])('%s: %s', async (kind, message, given, asked) => {
    const { offered, provider } = await ask(given)
    const error = await errorOf(offered)
    expect([error.kind, error.message, provider.asked.length]).toEqual([kind, message, asked])
  })

  it.each([
    ['the session account', { actor: 'alice.wam', permission: 'claim' }, 1],
    ['a wildcard', { actor: String(PlaceholderName), permission: String(PlaceholderPermission) }, 1],
    ['somebody else', { actor: 'bob.wam', permission: 'active' }, 0],
  ])('a first authorization of %s', async (_, authorization, asked) => {
    const { loggedIn, buy, delivered, provider } = makeProvidedSite()
    await loggedIn()
    const actions = purchase().map((each, at) => (at === 0 ? { ...each, authorization: [authorization] } : each))
    void buy(async () => actions).catch(() => undefined)
    await delivered()
    expect(provider.asked).toHaveLength(asked)
  })

  it.each([
    ['aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906', 'https://eos.greymass.com'],
    ['2a02a0053e5a8cf73a56ba0fda11e4d92e0238a4a2aa74fccf46d5a910746840', 'https://jungle3.greymass.com'],
    ['4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11', 'https://telos.greymass.com'],
    ['1064487b3cd1a897ce03ae5b6a865651747e2e152090f99c1d19d44e01aea5a4', 'https://wax.greymass.com'],
    ['f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12', undefined],
  ])('the provider of chain %s is %s', (chainId, address) => {
    const { context } = makeSite()
    context.settings.network.chainId = chainId
    expect(providerOf(context.settings)?.address).toBe(address)
    context.settings.wallets.resourceProvider = `${PROVIDER}/`
    expect(providerOf(context.settings)?.address).toBe(PROVIDER)
    context.settings.wallets.resourceProvider = 'none'
    expect(providerOf(context.settings)).toBeNull()
  })
})
