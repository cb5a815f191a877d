import { APIError } from '@greymass/eosio'
import { describe, expect, it, vi } from 'vitest'
import { en } from './en'
import { catalogue, es } from './es'
import { explain } from './explain'
import { fromUnknown } from './from-unknown'
import { FAILURES, failure, WalletError, type WalletErrorKind } from './wallet-error'

const KINDS = Object.keys(en.kinds) as WalletErrorKind[]

const CHAIN = 'a'.repeat(64)
const NO_CHAIN_ID = 'Multi chain response payload must specify resolved chain id (cid)'
const NO_STORAGE = 'Unable to restore session: No storage adapter configured'

/** Each text of section 8 and our own in its way, by its kind, what a library says for it, and what that says beyond it. */
const CATALOGUE: [kind: WalletErrorKind, text: string, thrown?: string, detail?: string][] = [
  ['cancelled', 'User canceled request', 'User canceled request (Rejected by user)', 'Rejected by user'],
  ['identity', 'Unable to verify identity', 'Unable to verify identity (Unexpected response)', 'Unexpected response'],
  ['timeout', 'Wallet did not respond in time'],
  ['delivery', 'Unable to push message'],
  ['delivery', 'Unable to reach link service', 'Unable to reach link service (Failed to fetch)', 'Failed to fetch'],
  ['invalid-callback', 'Invalid request callback'],
  ['invalid-flags', 'Invalid request flags'],
  ['no-modify', 'Request cannot be modified', 'Request cannot be modified.'],
  ['cosign-identity', 'Identity requests cannot be co-signed', 'Identity requests cannot be co-signed.'],
  ['unsupported-chain', 'Blockchain not supported by this resource provider'],
  ['invalid-provider-response', 'Invalid response from resource provider', 'Invalid response from resource provider.'],
  ['no-signature', 'No signature returned from resource provider'],
  ['no-signature', 'No signature returned from the wallet'],
  ['fee-declined', 'Fee required but sender opted out', 'Fee required but sender opted out.'],
  ['unsupported-chain', 'Unsupported chain', `Unsupported chain: ${CHAIN}`, CHAIN],
  ['wrong-chain', 'Got response for wrong chain id'],
  ['wrong-chain', 'Got response for wrong chain id', NO_CHAIN_ID, NO_CHAIN_ID],
  ['missing-storage', 'Unable to restore session with missing storage', NO_STORAGE, NO_STORAGE],
  ['missing-storage', 'Unable to restore session with missing storage'],
  ['expired', 'Offer expired'],
]

describe('the error catalogue of section 8', () => {
  it.each(CATALOGUE)('%s: %s', (kind, text, thrown = text, detail = '') => {
    const error = fromUnknown(new Error(thrown), 'signing')
    expect(error).toBeInstanceOf(WalletError)
    expect({ kind: error.kind, message: error.message, detail: error.detail }).toEqual({ kind, message: text, detail })
  })

  it.each([
    ['E_CANCEL', 'cancelled'],
    ['E_IDENTITY', 'identity'],
    ['E_TIMEOUT', 'timeout'],
    ['E_DELIVERY', 'delivery'],
  ])('is known by the code of anchor-link where that says it in other words: %s', (code, kind) => {
    const error = fromUnknown(Object.assign(new Error('in other words'), { code }), 'signing')
    expect([error.kind, error.detail]).toEqual([kind, 'in other words'])
  })

  it.each(CATALOGUE.filter(([kind]) => kind !== 'cancelled'))(
    '%s is the first line that is read: %s',
    (_, text, thrown = text) => {
      const error = fromUnknown(new Error(thrown), 'signing')
      expect(explain(error, 'en').title).toBe(text)
      const spanish = explain(error, 'es').title
      expect(spanish).not.toBe(text)
      expect(spanish).toMatch(/^[A-ZÁÉÍÓÚ]/)
    },
  )

  it('has a sentence of its own in Spanish for each', () => {
    const spanish = Object.values(catalogue)
    expect(new Set(spanish).size).toBe(spanish.length)
  })

  it('is whole', () => {
    const texts = new Set(CATALOGUE.map(([, text]) => text))
    expect([...texts].sort()).toEqual(
      Object.values(FAILURES)
        .map(([, sentence]) => sentence)
        .sort(),
    )
  })
})

describe('what the libraries and the browser throw', () => {
  it.each<[thrown: unknown, kind: WalletErrorKind]>([
    ['user closed the window', 'popup-closed'],
    [new Error('Unable to open popup window'), 'popup-blocked'],
    [new Error('Unable to open a popup window'), 'popup-blocked'],
    [new Error('User declined to sign the transaction'), 'refused'],
    [new Error('User declined to share their user account'), 'refused'],
    [new Error('Augmented transaction actions has modified actions from the original.\nOriginal: []'), 'no-modify'],
    [
      { type: 'identity_rejected', message: 'User rejected the provision of an Identity', code: 402, isError: true },
      'refused',
    ],
    [{ type: 'locked', message: "The user's wallet is locked.", code: 423, isError: true }, 'refused'],
    [
      { type: 'no_network', message: 'The user does not have this network', code: 402, isError: true },
      'unsupported-chain',
    ],
    [new TypeError('Failed to fetch'), 'network'],
    [new TypeError('NetworkError when attempting to fetch resource.'), 'network'],
    [new TypeError('Load failed'), 'network'],
    [Object.assign(new SyntaxError('Unexpected token <'), { isFetchError: true }), 'network'],
    [Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }), 'network'],
    [Object.assign(new Error('reading /api/v1/rows/drops: no answer'), { name: 'DataError' }), 'network'],
    [new DOMException('signal timed out', 'TimeoutError'), 'network'],
    [new APIError('/v1/chain/get_account', { status: 502, text: '<h1>', json: undefined, headers: {} }), 'network'],
    [new DOMException('aborted', 'AbortError'), 'cancelled'],
    [new TypeError("Cannot read properties of undefined (reading 'x')"), 'unknown'],
    [undefined, 'unknown'],
    [null, 'unknown'],
    [42, 'unknown'],
  ])('%o', (thrown, kind) => {
    expect(fromUnknown(thrown, 'signing with Wombat').kind).toBe(kind)
  })

  it('leaves an error of ours as it is', () => {
    const error = failure('fee')
    expect(fromUnknown(error, 'signing')).toBe(error)
  })

  it('keeps what was thrown, and says what was being done', () => {
    const thrown = new Error('broken')
    const error = fromUnknown(thrown, 'signing with Wombat')
    expect([error.cause, error.message]).toEqual([thrown, 'signing with Wombat: broken'])
  })

  it('shows no more of an error than a person reads', () => {
    expect(fromUnknown(new Error('x'.repeat(100_000)), 'signing').detail).toHaveLength(500)
  })

  it.each([
    ['an APIError of the libraries of Anchor', (json: unknown) => ({ response: { status: 500, json } })],
    ['an RpcError of eosjs', (json: unknown) => Object.assign(new Error('assertion failure'), { json })],
  ])('reads the detail of the node out of %s', (_, wrap) => {
    const details = [{ message: 'assertion failure with message: Sold out', file: 'apply.cpp' }]
    const json = {
      code: 500,
      error: { code: 3050003, name: 'eosio_assert_message_exception', what: 'assertion', details },
    }
    expect(fromUnknown(wrap(json), 'signing')).toMatchObject({ kind: 'chain', detail: 'Sold out' })
  })
})

it('knows an error whose class is a copy: the page has one in its first script and one in what it fetches later', async () => {
  vi.resetModules()
  const copy = await import('./wallet-error')
  const error = new copy.WalletError('expired', 'Too late')
  expect(copy.WalletError).not.toBe(WalletError)
  expect(error).toBeInstanceOf(WalletError)
  expect(fromUnknown(error, 'signing')).toBe(error)
  expect(new Error('no')).not.toBeInstanceOf(WalletError)
})

describe('explain', () => {
  it.each(KINDS)('says what happened and what to do, in both languages: %s', (kind) => {
    const error = new WalletError(kind, 'message', 'the detail')
    const english = explain(error, 'en')
    const spanish = explain(error, 'es')
    for (const { title, text, detail } of [english, spanish]) {
      expect(title.length).toBeLessThan(45)
      expect(text).toMatch(/[.?!]$|: the detail$/)
      expect(title + text).not.toMatch(/[{}]/)
      expect(detail).toBe('the detail')
    }
    expect(spanish.text).not.toBe(english.text)
  })

  it('says nothing below a first line that is too long for a toast: 25 words, beside what it quotes', () => {
    const texts = (words: object): string[] =>
      Object.values(words).flatMap((value) => (typeof value === 'object' ? texts(value) : value))
    const words = (text: string) => text.replace(/ [^.]*: [“«]?\{\}[”».]*$/, '').split(' ').length
    const said = [en, es].flatMap(texts)
    expect(said.length).toBeGreaterThan(150)
    expect(said.filter((text) => words(text) > 25)).toEqual([])
  })

  it('has the same keys and places for values in both languages', () => {
    const shape = (texts: typeof en) =>
      JSON.stringify(texts, (_, value) => (typeof value === 'string' ? value.split('{}').length - 1 : value))
    expect(shape(es)).toBe(shape(en))
  })

  it.each<[detail: string, title: string]>([
    ['tx_cpu_usage_exceeded: billed CPU time (1203 us) is greater than the maximum', 'Your account is out of CPU'],
    ['tx_net_usage_exceeded: transaction net usage is too high: 208 > 0', 'Your account is out of NET'],
    ['ram_usage_exceeded: account alice.wam has insufficient ram; needs 400 bytes', 'Your account is out of RAM'],
    ['leeway_deadline_exception: the transaction was unable to complete by deadline', 'The chain is busy'],
    ['deadline_exception: deadline exceeded', 'The chain is busy'],
    ['block_cpu_usage_exceeded: not enough time left in block', 'The chain is busy'],
    ['ram_usage_exceeded: account magneto1.wam has insufficient ram', 'Your account is out of RAM'],
    ['', 'Your account has run out of resources'],
  ])('explains a resource in plain words: %s', (detail, title) => {
    expect(explain(new WalletError('resources', 'no', detail), 'en').title).toBe(title)
  })

  it('tells an expired offer from an expired transaction', () => {
    expect(explain(new WalletError('expired', 'Offer expired'), 'en').title).toBe('Offer expired')
    expect(explain(new WalletError('expired', 'expired transaction'), 'en').title).toBe('Too late')
  })

  it.each<[node: string, english: string, spanish: string]>([
    ['Price moved, please try again', 'The price moved', 'El precio ha cambiado'],
    ['Deposit too small: 2.00000000 WAX needed, 1.00000000 WAX deposited', 'The price moved', 'El precio ha cambiado'],
    ['Sold out', 'Sold out', 'Agotado'],
    ['Only 3 left', 'Only 3 left', 'Sobres disponibles: 3'],
    ['Sale has not started yet', 'Not on sale yet', 'Aún no está a la venta'],
    ['Sale has ended', 'The sale is over', 'La venta ha terminado'],
    ['Account limit reached (5)', 'You have reached the limit', 'Has llegado al límite'],
    ['This sale is for invited accounts only', 'For invited accounts', 'Para cuentas invitadas'],
    ['overdrawn balance', 'Not enough WAX', 'No tienes suficiente WAX'],
    ['no balance object found', 'Not enough WAX', 'No tienes suficiente WAX'],
    ['The partner code xyz is not active', 'Partner code not valid', 'Código de socio no válido'],
    [
      "transaction declares authority '{}', but does not have signatures for it.",
      'Signed by another account',
      'Firmado por otra cuenta',
    ],
  ])('puts the words of the chain in plain ones: %s', (node, english, spanish) => {
    const error = new WalletError('chain', node, node)
    expect([explain(error, 'en').title, explain(error, 'es').title]).toEqual([english, spanish])
    expect(explain(error, 'en').detail).toBe(node)
  })

  it('quotes the wallet only where it said something', () => {
    const silent = fromUnknown(undefined, 'signing with Wombat')
    expect(explain(silent, 'en').text).toMatch(/ask us on Discord\.$/)
    expect(explain(silent, 'es').text).toMatch(/pregúntanos en Discord\.$/)
    expect(explain(fromUnknown(new Error('Too fast'), 'signing'), 'en').text).toMatch(/said: “Too fast”\.$/)
  })

  it('says which transaction is unclear', () => {
    const error = new WalletError('unclear', 'not known', 'ab12')
    expect(explain(error, 'en').text).toMatch(/The id of the transaction: ab12$/)
    expect(explain(error, 'es').text).toMatch(/El id de la transacción: ab12$/)
  })

  it('says the number of a limit', () => {
    const error = new WalletError('chain', 'Account limit reached (5)', 'Account limit reached (5)')
    expect(explain(error, 'en').text).toBe('Each account can buy 5 of this pack. Nothing was paid.')
  })

  it('shows what it does not know as the node wrote it', () => {
    const node = 'The moon is $& not {} right'
    expect(explain(new WalletError('chain', node, node), 'es').text).toMatch(/«The moon is \$& not {} right»\.$/)
  })
})
