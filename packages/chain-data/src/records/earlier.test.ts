// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isEarlier, takeOver } from './earlier'
import { forgetRecords, noteRecord, recordOf, recordsOf } from './list'

const AT = 1_700_000_000_000
const NOW = AT + 60_000
const order = { buyer: 'alice.wam', dropId: '101', dropName: 'Opening Drive', quantity: '2', deposit: '83578595318' }
const id = 'ab'.repeat(32)
const asked = { ...order, at: AT, request: 'esr:of-what' }
const pending = {
  ...{ ...order, transactionId: id, at: AT + 5000, packed: 'ffffffff00', signatures: ['SIG_K1_1'] },
  expiresAt: AT + 180_000,
}
const bought = { ...order, transactionId: id, at: AT + 9000 }

/** Writes as an earlier host does. */
const write = (name: string, ...value: unknown[]) =>
  localStorage.setItem(`fieldhouse.${name}`, JSON.stringify({ version: 1, value }))
const take = (now = NOW) => takeOver('00', now)
const kept = (account = 'alice.wam') => recordsOf('00', account)
const keys = () => Object.keys(localStorage).filter((key) => !key.startsWith('fieldhouse.record.'))

beforeEach(() => localStorage.clear())
afterEach(() => {
  forgetRecords(kept().map((record) => record.id))
})

it('knows the keys of an earlier host', () => {
  const known = ['fieldhouse.asked', 'fieldhouse.pending', 'fieldhouse.bought'].map(isEarlier)
  expect([...known, isEarlier('fieldhouse.basket')]).toEqual([true, true, true, false])
})

it('does nothing where nothing is kept', () => {
  expect([take(), kept()]).toEqual([true, []])
})

describe('of an earlier host', () => {
  it('what a wallet was asked for waits for its answer', () => {
    write('asked', asked)
    expect(take()).toBe(true)
    const { buyer, ...subject } = order
    expect(kept()).toEqual([
      expect.objectContaining({
        ...{ account: buyer, chainId: '00', subject: { kind: 'purchase', ...subject }, at: AT, state: 'asked' },
        ...{ request: 'esr:of-what', signed: null, isOpen: false, isTold: false },
      }),
    ])
    expect(keys()).toEqual([])
  })

  it('what was signed may have been sent: its bytes are kept, and no refusal counts', () => {
    write('pending', pending)
    expect(take()).toBe(true)
    const { packed, signatures, expiresAt } = pending
    const signed = { transactionId: id, packed, signatures, expiresAt }
    expect(kept()).toEqual([expect.objectContaining({ id, state: 'sent', isOpen: true, signed, isTold: false })])
  })

  it('what was bought lately was told, and is looked at once more; what was bought before is history', () => {
    write('bought', bought, { ...bought, transactionId: 'cd'.repeat(32), at: NOW - 600_000 })
    expect(take()).toBe(true)
    expect(kept()).toEqual([expect.objectContaining({ id, state: 'seen', block: 0, isTold: true })])
    const rows = { name: 'rows', has: false, head: 5, irreversible: null, areProof: true } as const
    expect(noteRecord(id, rows, NOW)).toMatchObject({ state: 'sent', isUndone: true, isTold: false })
    expect([keys(), kept()[0]?.signed?.expiresAt]).toEqual([[], AT + 189_000])
  })
})

describe('a tab that an earlier host has loaded', () => {
  it('is asked with its address later, and is the same record', () => {
    write('asked', { ...asked, request: '' })
    take()
    write('asked', asked)
    take()
    expect(kept()).toEqual([expect.objectContaining({ state: 'asked', request: 'esr:of-what' })])
  })

  it('signs what it was asking for: one record, of what was signed', () => {
    write('asked', asked)
    take()
    write('asked', asked)
    write('pending', pending)
    take()
    expect(kept()).toEqual([expect.objectContaining({ id, state: 'sent' })])
  })

  it('asks anew, in the place of what it had asked', () => {
    write('asked', asked)
    take()
    write('asked', { ...asked, dropId: '102', at: AT + 1000 })
    take()
    expect(kept().map(({ subject }) => subject)).toEqual([expect.objectContaining({ dropId: '102' })])
  })

  it('writes again what was taken over: what was learnt since stays', () => {
    write('pending', pending)
    take()
    const rows = { name: 'rows', has: true, head: 5, irreversible: null, areProof: false } as const
    noteRecord(id, rows, NOW)
    write('pending', pending)
    write('bought', bought)
    take()
    expect(kept()).toEqual([expect.objectContaining({ id, state: 'seen', block: 5, isTold: false })])
  })

  it('leaves what others are asked for alone', () => {
    write('asked', asked, { ...asked, buyer: 'bob.wam' })
    take()
    write('pending', { ...pending, buyer: 'bob.wam' })
    take()
    expect([kept().length, kept('bob.wam').map(({ state }) => state)]).toEqual([1, ['sent']])
    forgetRecords([id])
  })
})

describe('what is damaged', () => {
  it.each(['', '{"version":1,', '7', '{"version":1}', '{"version":1,"value":{}}'])('is gone, and said: %s', (text) => {
    localStorage.setItem('fieldhouse.pending', text)
    expect([take(), keys(), take()]).toEqual([false, [], true])
  })

  it.each([
    ['no bytes', { ...pending, packed: 'zz' }],
    ['no signatures', { ...pending, signatures: 'SIG' }],
    ['no end', { ...pending, expiresAt: null }],
    ['no id', { ...pending, transactionId: '' }],
    ['no buyer', { ...pending, buyer: 5 }],
    ['no deposit', { ...pending, deposit: undefined }],
    ['no time', { ...pending, at: 'now' }],
    ['nothing', null],
  ])('in a list is left out, and said, and the rest is kept: %s', (_, damaged) => {
    write('pending', damaged, { ...pending, transactionId: 'cd'.repeat(32) })
    expect(take()).toBe(false)
    expect(kept().map((record) => record.id)).toEqual(['cd'.repeat(32)])
  })

  it("is not a newer release's, which is left as it is", () => {
    const newer = JSON.stringify({ version: 2, value: 'another shape' })
    for (const name of ['asked', 'pending', 'bought']) localStorage.setItem(`fieldhouse.${name}`, newer)
    expect(take()).toBe(true)
    expect(['asked', 'pending', 'bought'].map((name) => localStorage.getItem(`fieldhouse.${name}`))).toEqual(
      Array(3).fill(newer),
    )
  })
})

it('is taken over by a page that cannot write, as long as it lasts', () => {
  write('pending', pending)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect([take(), recordOf(id)?.state]).toEqual([true, 'sent'])
})

it('finds nothing where the browser refuses storage', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(take()).toBe(true)
})
