// @vitest-environment node

import { PermissionLevel } from '@greymass/eosio'
import { PlaceholderName, PlaceholderPermission, SigningRequest } from 'eosio-signing-request'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetAbis, forgetHeaders } from '../transaction/node'
import { purchase } from '../transaction/testing/context'
import { CHAIN_ID, failure } from '../transaction/testing/gateway'
import { askProvider } from './provider/ask-provider'
import { providerOf } from './provider/providers'
import { action, feeOf, type Offered, PROVIDER } from './testing/provider'
import { errorOf, makeProvidedSite, makeSite, settle, until } from './testing/site'

beforeEach(forgetAbis)
beforeEach(forgetHeaders)
// The latest expiration.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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

/** What the provider answers instead; the transaction it sends is `data.request[1]`. */
const lying = (change: (transaction: Offered['data']['request'][1], answer: Offered) => void) => (answer: Offered) => {
  change(answer.data.request[1], answer)
  return answer
}
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

const LIES: Record<string, { fee?: string; ram?: number; status?: number; lie: (answer: Offered) => unknown }> = {
  'another code than 200 or 402': { lie: ({ data }) => ({ code: 500, data }) },
  'no data': { lie: () => ({ code: 200 }) },
  'no object': { lie: () => null },
  'no signatures': { lie: lying((_, { data }) => void data.signatures.splice(0)) },
  'a signature that is none': {
    lie: lying((_, { data }) => {
      data.signatures[0] = 'SIG_K1_none'
    }),
  },
  'a 402 without a fee': { fee: FEE, lie: lying((_, { data }) => void delete data.fee) },
  'a fee in another token': {
    fee: FEE,
    lie: lying((_, { data }) => {
      data.fee = '0.0500 EOS'
    }),
  },
  'a fee below zero': {
    fee: FEE,
    lie: lying((_, { data }) => {
      data.fee = '-0.05000000 WAX'
    }),
  },
  'a larger fee than it shows': {
    fee: FEE,
    lie: lying((_, { data }) => {
      data.fee = '0.01000000 WAX'
    }),
  },
  'a fee where it says there is none': {
    fee: FEE,
    lie: lying((_, answer) => {
      answer.code = 200
    }),
  },
  'two fees': { fee: FEE, lie: lying((t) => void t.actions.splice(2, 0, t.actions[1] as never)) },
  'a fee for somebody else': {
    fee: FEE,
    lie: lying((t) => {
      t.actions[1] = plain(action('eosio.token', 'transfer', [SIGNER], feeOf('alice.wam', FEE, 'mallory.wam')))
    }),
  },
  'a fee from somebody else': {
    fee: FEE,
    lie: lying((t) => {
      t.actions[1] = plain(action('eosio.token', 'transfer', [SIGNER], feeOf('bob.wam', FEE)))
    }),
  },
  'another action in the signer’s name': {
    lie: lying(
      (t) =>
        void t.actions.splice(
          1,
          0,
          plain(action('eosio.token', 'transfer', [SIGNER], feeOf('alice.wam', '9.00000000 WAX', 'mallory.wam'))),
        ),
    ),
  },
  'an action of a contract that nobody knows': {
    lie: lying((t) => void t.actions.splice(1, 0, { ...t.actions[0], account: 'mallory.wam' })),
  },
  'RAM that the signer pays for': {
    fee: FEE,
    ram: 4096,
    lie: lying((t) => {
      const data = { payer: 'alice.wam', receiver: 'alice.wam', bytes: 4096 }
      t.actions[2] = plain(action('eosio', 'buyrambytes', [SIGNER], data))
    }),
  },
  'RAM for somebody else': {
    fee: FEE,
    ram: 4096,
    lie: lying((t) => {
      const data = { payer: 'greymassfuel', receiver: 'mallory.wam', bytes: 4096 }
      t.actions[2] = plain(action('eosio', 'buyrambytes', [{ actor: 'greymassfuel', permission: 'cosign' }], data))
    }),
  },
  'a noop in the signer’s name': {
    lie: lying((t) => {
      ;(t.actions[0] as { authorization: unknown }).authorization = [SIGNER]
    }),
  },
  'no noop': { lie: lying((t) => void t.actions.shift()) },
  'a changed action': {
    lie: lying((t) => {
      t.actions[1] = plain(
        action('eosio.token', 'transfer', [SIGNER], feeOf('alice.wam', '1.00000000 WAX', 'mallory.wam')),
      )
    }),
  },
  'the actions in another order': { lie: lying((t) => void t.actions.push(t.actions.splice(1, 1)[0] as never)) },
  'an action left out': { lie: lying((t) => void t.actions.pop()) },
  'an action behind the others': { lie: lying((t) => void t.actions.push(t.actions[0] as never)) },
  'another permission for an action': {
    lie: lying((t) => {
      ;(t.actions[1] as { authorization: unknown }).authorization = [{ ...SIGNER, permission: 'owner' }]
    }),
  },
  'a later expiration': {
    lie: lying((t) => {
      t.expiration = '2026-11-27T15:00:00'
    }),
  },
  'another reference block': {
    lie: lying((t) => {
      t.ref_block_num = 1
    }),
  },
  'another block prefix': {
    lie: lying((t) => {
      t.ref_block_prefix = 1
    }),
  },
  'a delay': {
    lie: lying((t) => {
      t.delay_sec = 86400
    }),
  },
  'a limit of CPU': {
    lie: lying((t) => {
      t.max_cpu_usage_ms = 1
    }),
  },
  'a limit of NET': {
    lie: lying((t) => {
      t.max_net_usage_words = 1
    }),
  },
  'a context-free action': {
    lie: lying((t) => {
      t.context_free_actions = [{ ...t.actions[0], authorization: [] }]
    }),
  },
  'an extension': {
    lie: lying((t) => {
      t.transaction_extensions = [{ type: 1, data: '00' }]
    }),
  },
  'actions instead of a transaction': {
    lie: lying((t, { data }) => {
      data.request = ['actions', t.actions] as never
    }),
  },
}

describe('Invalid response from resource provider: signing goes on without one that sends', () => {
  it.each(Object.entries(LIES))('%s', async (what, { fee = null, ram = 0, lie }) => {
    const { loggedIn, buy, delivered, anchor, provider, gateway, signing } = makeProvidedSite()
    Object.assign(provider, { fee, ram, lie })
    await loggedIn()
    const bought = buy()
    const request = await delivered()
    expect(provider.asked).toHaveLength(1)
    expect(names(request)).toEqual(['eosio.token::transfer', 'fieldhouse::buypack'])
    expect(request.getRawInfoKey('cosig')).toBeUndefined()
    // A plain "no" is nothing to tell; that something is wrong with the provider is.
    expect(signing.state()?.notices).toEqual(what.startsWith('another code') ? [] : ['provider'])
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
    await settle()
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
  const setUp = async (change: Parameters<typeof SigningRequest.createSync>[0] | null = null) => {
    const { context, provider } = makeProvidedSite()
    const made = purchase().map((each) => ({ ...each, authorization: [SIGNER] }))
    const packed = { ...made[0], data: '00' }
    const request = SigningRequest.createSync(change ?? ({ actions: [packed], chainId: CHAIN_ID } as never))
    const ask = (with_ = providerOf(context.settings)) =>
      askProvider(request, {
        provider: with_,
        signer: PermissionLevel.from(SIGNER),
        tokenContract: 'eosio.token',
        fetch: context.fetch,
        signal: new AbortController().signal,
      })
    return { request, ask, provider }
  }

  it('Request cannot be modified: one marked no-modify is not sent', async () => {
    const { request, ask, provider } = await setUp()
    request.setInfoKey('no_modify', true, 'bool')
    expect(await errorOf(ask())).toMatchObject({ kind: 'no-modify', message: 'Request cannot be modified' })
    expect(provider.asked).toEqual([])
  })

  it('Identity requests cannot be co-signed: one is not sent', async () => {
    const { ask, provider } = await setUp({ identity: { scope: 'fieldhouse' }, chainId: CHAIN_ID })
    expect(await errorOf(ask())).toMatchObject({
      kind: 'cosign-identity',
      message: 'Identity requests cannot be co-signed',
    })
    expect(provider.asked).toEqual([])
  })

  it('Blockchain not supported by this resource provider: nobody is asked on a chain without one', async () => {
    const { ask } = await setUp()
    expect(await errorOf(ask(null))).toMatchObject({
      kind: 'unsupported-chain',
      message: 'Blockchain not supported by this resource provider',
    })
  })

  it('Fee required but sender opted out: a fee is not offered twice', async () => {
    const { request, ask, provider } = await setUp()
    provider.fee = FEE
    request.setInfoKey('no_fee', true, 'bool')
    expect(await errorOf(ask())).toMatchObject({ kind: 'fee-declined', message: 'Fee required but sender opted out' })
  })

  it('No signature returned from resource provider', async () => {
    const { ask, provider } = await setUp()
    provider.lie = ({ code, data }) => ({ code, data: { ...data, signatures: [] } })
    expect(await errorOf(ask())).toMatchObject({
      kind: 'no-signature',
      message: 'No signature returned from resource provider',
    })
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
  })
})
