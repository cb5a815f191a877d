// @vitest-environment node

import { PrivateKey, Transaction } from '@wharfkit/antelope'
import { type CallbackPayload, SigningRequest } from '@wharfkit/signing-request'
import zlib from 'pako'
import { describe, expect, it } from 'vitest'
import { explain } from '../errors/explain'
import { FAILURES, type Failure } from '../errors/wallet-error'
import { freshChain } from '../transaction/testing/context'
import { CHAIN_ID } from '../transaction/testing/gateway'
import { wallet } from './anchor'
import { action, feeOf } from './testing/provider'
import { alice, errorOf, makeSite } from './testing/site'
import type { Misdeeds } from './testing/stand-in'

freshChain()

const OTHER_CHAIN = 'a'.repeat(64)

/** The request with something of it changed. */
const changed = (request: SigningRequest, change: (copy: SigningRequest) => void): SigningRequest => {
  const copy = request.clone()
  change(copy)
  return copy
}

/** Another transaction, or one for another chain, in an answer to the same request. */
const rebuilt = (request: SigningRequest, chainId: string | null, transaction = request.getRawTransaction()) => {
  const made = SigningRequest.createSync({ transaction, chainId: chainId as string, broadcast: false }, { zlib })
  made.setCallback(request.data.callback, true)
  return made
}

/** One letter of it is another, whatever it was. */
const misspelt = (signature: string) => signature.slice(0, -1) + (signature.endsWith('1') ? '2' : '1')

const without = (name: keyof CallbackPayload) => (payload: CallbackPayload) => ({ ...payload, [name]: undefined })

/** Breaks of a rule of section 5, by what section 8 calls the failure. */
const SIGNING: Record<string, [name: Failure, (request: SigningRequest) => Misdeeds]> = {
  'a request marked no-modify comes back with another action': [
    'modify',
    (request) => {
      const transaction = request.getRawTransaction()
      transaction.actions.reverse()
      return { request: rebuilt(request, CHAIN_ID, transaction) }
    },
  ],
  'a request marked no-modify comes back with another header': [
    'modify',
    (request) => {
      const transaction = request.getRawTransaction()
      transaction.ref_block_num = transaction.ref_block_num.adding(1)
      return { request: rebuilt(request, CHAIN_ID, transaction) }
    },
  ],
  'the callback is that of another request': [
    'callback',
    (request) => ({ request: changed(request, (copy) => copy.setCallback('https://elsewhere.test/callback', true)) }),
  ],
  'the broadcast flag is set': [
    'flags',
    (request) => ({ request: changed(request, (copy) => copy.setBroadcast(true)) }),
  ],
  'the foreground flag is set': [
    'flags',
    (request) => ({ request: changed(request, (copy) => copy.setCallback(request.data.callback, false)) }),
  ],
  'the chain id (cid) is that of another chain': [
    'wrongChain',
    () => ({ payload: (payload) => ({ ...payload, cid: OTHER_CHAIN }) }),
  ],
  'a multi-chain response has no chain id (cid)': [
    'wrongChain',
    (request) => ({ request: rebuilt(request, null), payload: without('cid') }),
  ],
  'the request in the response is for another chain': [
    'wrongChain',
    (request) => ({ request: rebuilt(request, OTHER_CHAIN), payload: without('cid') }),
  ],
  'another account signs': ['identity', () => ({ as: { actor: 'mallory.wam', permission: 'active' } })],
  'another permission signs': ['identity', () => ({ as: { actor: 'alice.wam', permission: 'owner' } })],
  'the response names another transaction': [
    'modify',
    () => ({ payload: (payload) => ({ ...payload, tx: '0'.repeat(64) }) }),
  ],
  'the response cannot be read': ['callback', () => ({ payload: () => ({}) })],
  'the signature cannot be read': [
    'signature',
    () => ({ payload: (payload) => ({ ...payload, sig: misspelt(payload.sig) }) }),
  ],
  'the response carries a signature only that nobody looks at': [
    'signature',
    () => ({ payload: ({ sig, ...payload }) => ({ ...payload, sig0: sig }) }),
  ],
  'the response carries no signatures': ['signature', () => ({ payload: without('sig') })],
}

describe('a purchase with Anchor is refused, and can be tried again at once, when', () => {
  it.each(Object.entries(SIGNING))('%s', async (_, [name, misdeedsOf]) => {
    const { loggedIn, buy, delivered, anchor, gateway, signing } = makeSite()
    await loggedIn()
    const bought = buy()
    const request = await delivered()
    const screens: (string | undefined)[] = []
    signing.subscribe(() => screens.push(signing.state()?.screen.name))
    anchor.answer(request, misdeedsOf(request))
    const error = await errorOf(bought)
    expect(screens).not.toContain('sending')
    expect([error.kind, error.message]).toEqual(FAILURES[name])
    expect(signing.state()?.screen).toEqual({ name: 'failure', purpose: 'sign', error })
    expect(explain(error, 'en').text).not.toBe(explain(error, 'es').text)
    expect(gateway.named('send_transaction')).toEqual([])

    const again = buy()
    anchor.answer(await delivered(1))
    expect((await again).block).toBeGreaterThan(0)
  })
})

const LOGIN: Record<string, (request: SigningRequest) => Misdeeds> = {
  'it is signed with a key that is not the account’s': () => ({ key: PrivateKey.generate('K1') }),
  'it comes from a signer that the chain does not know': () => ({ as: { actor: 'nobody', permission: 'active' } }),
  'it comes from another account than the key': () => ({ as: { actor: 'bob.wam', permission: 'active' } }),
  'it comes from a permission that the account does not have': () => ({
    as: { actor: 'alice.wam', permission: 'claimdrops' },
  }),
  'it is for another site': (request) => {
    const made = SigningRequest.identity({ scope: 'othersite', callback: request.data.callback }, { zlib })
    made.data.chain_id = request.data.chain_id
    made.setCallback(request.data.callback, true)
    return { request: made }
  },
  'it is out of date': () => ({ expiration: '2026-11-27T13:59:59' }),
  'it is a transaction instead': (request) => ({
    request: rebuilt(
      request,
      CHAIN_ID,
      Transaction.from({
        expiration: '2026-11-27T14:03:00',
        ref_block_num: 1,
        ref_block_prefix: 1,
        actions: [action('eosio.token', 'transfer', [], feeOf('alice.wam', '1.00000000 WAX', 'mallory.wam'))],
      }),
    ),
  }),
}

describe('E_IDENTITY: an identity proof is not taken when', () => {
  it.each(Object.entries(LOGIN))('%s', async (_, misdeedsOf) => {
    const { login, shown, anchor, gateway, signing, context } = makeSite()
    gateway.keys.set('bob.wam', String(PrivateKey.generate('K1').toPublic()))
    const user = login()
    const request = anchor.read((await shown('request')).address)
    anchor.answer(request, misdeedsOf(request))
    const error = await errorOf(user)
    expect(error).toMatchObject({ kind: 'identity', message: 'Unable to verify identity' })
    expect(signing.state()?.screen).toEqual({ name: 'failure', purpose: 'login', error })
    // No session is kept of it.
    expect(context.storage.length).toBe(0)
  })

  it('the callback, the flags or the signature of a login are wrong', async () => {
    for (const [name, kind] of [
      ['the callback is that of another request', 'invalid-callback'],
      ['the broadcast flag is set', 'invalid-flags'],
      ['the response carries no signatures', 'no-signature'],
    ] as const) {
      const { login, shown, anchor, context } = makeSite()
      const user = login()
      const request = anchor.read((await shown('request')).address)
      anchor.answer(request, SIGNING[name]?.[1](request))
      expect((await errorOf(user)).kind).toBe(kind)
      expect(context.storage.length).toBe(0)
    }
  })
})

describe('errors of the link to the wallet', () => {
  it('E_CANCEL: a request that is declined in the wallet ends without a dialog', async () => {
    const { loggedIn, buy, delivered, anchor, signing } = makeSite()
    await loggedIn()
    const bought = buy()
    anchor.reject(await delivered(), 'not today')
    expect(await errorOf(bought)).toMatchObject({ kind: 'cancelled', detail: 'not today' })
    expect(signing.state()).toBeNull()
  })

  it('Unsupported chain: a session of another chain is told so', async () => {
    const { loggedIn, buy, context } = makeSite()
    await loggedIn()
    const key = `anchor-link-fieldhouse-alice.wam@active-${CHAIN_ID}`
    context.storage.setItem(key, (context.storage.getItem(key) ?? '').replace(CHAIN_ID, OTHER_CHAIN))
    expect(await errorOf(buy())).toMatchObject({ kind: 'unsupported-chain', message: 'Unsupported chain' })
  })

  it('Unable to restore session with missing storage: says so, and signs by hand if the visitor wants to', async () => {
    const { buy, shown, anchor, signing, gateway } = makeSite()
    const first = buy()
    const { error } = await shown('unreachable')
    expect(error).toMatchObject({
      kind: 'missing-storage',
      message: 'Unable to restore session with missing storage',
    })
    signing.dismiss()
    expect(await errorOf(first)).toBe(error)

    const second = buy()
    const { signManually } = await shown('unreachable')
    signManually()
    anchor.answer(anchor.read((await shown('request')).address))
    await second
    expect(gateway.landed).toHaveLength(1)
  })

  it('a session that is lost is linked again by logging out and in', async () => {
    const { loggedIn, buy, shown, anchor, context, signing, delivered, gateway } = makeSite()
    await loggedIn()
    context.storage.removeItem(`anchor-link-fieldhouse-alice.wam@active-${CHAIN_ID}`)
    const first = errorOf(buy())
    await shown('unreachable')
    signing.dismiss()
    await first
    await wallet.logout(context, alice)
    await loggedIn()
    const second = buy()
    anchor.answer(await delivered())
    await second
    expect(gateway.landed).toHaveLength(1)
  })

  it('a list of sessions that names no chain keeps nobody from logging in', async () => {
    const { loggedIn, context } = makeSite()
    const list = [{ auth: { actor: 'alice.wam', permission: 'active' }, chainId: '1' }]
    context.storage.setItem('anchor-link-fieldhouse-list', JSON.stringify(list))
    await loggedIn()
  })

  it('a session that is in no list goes with the logout', async () => {
    const { loggedIn, context } = makeSite()
    await loggedIn()
    context.storage.setItem('anchor-link-fieldhouse-list', '{')
    await wallet.logout(context, alice)
    expect(context.storage.getItem(`anchor-link-fieldhouse-alice.wam@active-${CHAIN_ID}`)).toBeNull()
  })

  it('a session that is damaged in storage is as good as none', async () => {
    const { loggedIn, buy, shown, context } = makeSite()
    await loggedIn()
    for (const key of [...(context.storage as unknown as Map<string, string>).keys()]) context.storage.setItem(key, '{')
    void buy().catch(() => undefined)
    expect((await shown('unreachable')).error.kind).toBe('missing-storage')
  })
})
