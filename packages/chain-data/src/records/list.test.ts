// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signedRecord } from '../testing/transaction-world'
import type { SignedBytes, TransactionRecord } from './record'

/** The modules as a page that is loaded anew has them. */
const openPage = async () => {
  vi.resetModules()
  return import('./index')
}
type Page = Awaited<ReturnType<typeof openPage>>

let page: Page
beforeEach(async () => {
  localStorage.clear()
  page = await openPage()
})

const record = (changes: Partial<TransactionRecord> = {}) => signedRecord(changes)
const AT = record().at
const stored = (id = '1') => localStorage.getItem(`fieldhouse.record.${id}`)
const idsOf = ({ recordsOf }: Page, account = 'alice.wam', chainId = '00') =>
  recordsOf(chainId, account).map(({ id }) => id)

it('keeps each record under a key of its own, over a reload, for its account and chain alone, the newest first', async () => {
  page.keepRecord(record())
  page.keepRecord(record({ id: '2', at: AT + 1 }))
  page.keepRecord(record({ id: '3', account: 'bob.wam' }))
  page.keepRecord(record({ id: '4', chainId: 'ff' }))
  const later = await openPage()
  expect([idsOf(later), idsOf(later, 'bob.wam'), idsOf(later, 'carla.wam')]).toEqual([['2', '1'], ['3'], []])
  expect(idsOf(later, 'alice.wam', 'ff')).toEqual(['4'])
  expect(later.recordOf('1')).toEqual(record())
  expect(Object.keys(localStorage).toSorted()).toEqual([1, 2, 3, 4].map((id) => `fieldhouse.record.${id}`))
})

it('forgets what has ended of an account, on whatever chain', () => {
  page.keepRecord(record())
  page.keepRecord(record({ id: '2', state: 'final' }))
  page.keepRecord(record({ id: '3', state: 'absent', chainId: 'ff' }))
  page.keepRecord(record({ id: '4', state: 'final', account: 'bob.wam' }))
  page.forgetEnded('alice.wam')
  expect([idsOf(page), idsOf(page, 'alice.wam', 'ff'), idsOf(page, 'bob.wam')]).toEqual([['1'], [], ['4']])
})

it('answers the same list until a record changes, for each account that is asked for', () => {
  page.keepRecord(record())
  page.keepRecord(record({ id: '2', account: 'bob.wam' }))
  const [alices, bobs] = [page.recordsOf('00', 'alice.wam'), page.recordsOf('00', 'bob.wam')]
  expect([page.recordsOf('00', 'alice.wam') === alices, page.recordsOf('00', 'bob.wam') === bobs]).toEqual([true, true])
  page.noteRecord('1', { name: 'sending' }, AT)
  expect([page.recordsOf('00', 'alice.wam') === alices, page.recordsOf('00', 'bob.wam') === bobs]).toEqual([
    false,
    true,
  ])
  const none = page.recordsOf('00', 'nobody')
  expect(page.recordsOf('00', 'nobody')).toBe(none)
})

it('takes note of what was learnt, and writes nothing that changes nothing', () => {
  page.keepRecord(record())
  expect(page.noteRecord('1', { name: 'sending' }, AT)).toMatchObject({ state: 'sent', sentAt: AT })
  const write = vi.spyOn(Storage.prototype, 'setItem')
  expect(page.noteRecord('1', { name: 'declined', problem: { kind: '', message: '', detail: '' } }, AT)?.state).toBe(
    'sent',
  )
  expect(page.noteRecord('7', { name: 'sending' }, AT)).toBeNull()
  expect(write).not.toHaveBeenCalled()
  page.tellRecord('1')
  page.tellRecord('1')
  page.tellRecord('7')
  expect([write.mock.calls.length, page.recordOf('1')?.isTold]).toEqual([1, true])
})

describe('an end that is shown in a page that nobody sees', () => {
  let isHidden = true
  const see = () => {
    isHidden = false
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const rows = { name: 'rows', head: 7, irreversible: null, areProof: true } as const
  const logIn = async (account: string) => (await import('@fieldhouse/chain-data')).rememberUser(account)
  beforeEach(async () => {
    isHidden = true
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    await logIn('alice.wam')
    page.keepRecord(record())
    page.noteRecord('1', { ...rows, has: true }, AT)
    page.tellRecord('1')
  })

  it('is told once it is seen: another page tells it where this one is gone before', async () => {
    expect(page.recordOf('1')?.isTold).toBe(false)
    see()
    expect(page.recordOf('1')?.isTold).toBe(true)
  })

  it('is not told where it is another by then', () => {
    page.noteRecord('1', { ...rows, has: false, head: 8 }, AT)
    see()
    expect(page.recordOf('1')).toMatchObject({ isUndone: true, isTold: false })
  })

  it('is not told to who has logged in by then, as in another tab', async () => {
    await logIn('bob.wam')
    see()
    expect(page.recordOf('1')?.isTold).toBe(false)
  })
})

it('forgets records', () => {
  page.keepRecord(record())
  page.keepRecord(record({ id: '2' }))
  page.forgetRecords(['1', '7'])
  expect([idsOf(page), stored()]).toEqual([['2'], null])
})

describe('another tab', () => {
  it('changes one record while this one changes another, and both are kept', async () => {
    page.keepRecord(record())
    page.keepRecord(record({ id: '2' }))
    const other = await openPage()
    page.noteRecord('1', { name: 'sending' }, AT)
    other.noteRecord('2', { name: 'sending' }, AT)
    expect([page, other].map(({ recordsOf }) => recordsOf('00', 'alice.wam').map(({ state }) => state))).toEqual([
      ['sent', 'sent'],
      ['sent', 'sent'],
    ])
  })

  it('is heard when it changes a record or clears all, and not for its other keys; so is this one', () => {
    const heard = vi.fn()
    const stop = page.subscribeToRecords(heard)
    const tell = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }))
    tell('fieldhouse.basket')
    expect(heard).not.toHaveBeenCalled()
    tell('fieldhouse.record.1')
    tell(null)
    expect(heard).toHaveBeenCalledTimes(2)
    page.keepRecord(record())
    page.forgetRecords(['1'])
    expect(heard).toHaveBeenCalledTimes(4)
    stop()
    tell(null)
    page.keepRecord(record())
    expect(heard).toHaveBeenCalledTimes(4)
  })
})

describe('where the browser refuses storage', () => {
  it.each([
    [
      'throws at every access',
      () =>
        vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
          throw new DOMException('blocked', 'SecurityError')
        }),
    ],
    [
      'has no room',
      () =>
        vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
          throw new DOMException('full', 'QuotaExceededError')
        }),
    ],
  ])('that %s, a record lasts as long as the page, and its listeners hear of it', (_, refuse) => {
    refuse()
    const heard = vi.fn()
    page.subscribeToRecords(heard)
    page.keepRecord(record())
    page.noteRecord('1', { name: 'sending' }, AT)
    expect([page.recordOf('1')?.state, idsOf(page), heard.mock.calls.length]).toEqual(['sent', ['1'], 2])
    expect(page.recordsOf('00', 'alice.wam')).toBe(page.recordsOf('00', 'alice.wam'))
    page.forgetRecords(['1'])
    expect([idsOf(page), page.takeDamaged()]).toEqual([[], 0])
  })

  it('what could not be written stands before what was written before it, once', () => {
    page.keepRecord(record())
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    page.noteRecord('1', { name: 'sending' }, AT)
    expect([idsOf(page), page.recordOf('1')?.state]).toEqual([['1'], 'sent'])
    full.mockRestore()
    page.noteRecord('1', { name: 'lost' }, AT)
    expect(JSON.parse(stored() ?? '').value).toMatchObject({ state: 'sent', isOpen: true })
  })

  it('that has room for the request and not for what is signed, the next page knows that it knows nothing', async () => {
    const write = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (text.length > 650) throw new DOMException('full', 'QuotaExceededError')
      write.call(this, key, text)
    })
    const { signed } = record()
    page.keepRecord(record({ state: 'asked', signed: null }))
    expect(stored()).toContain('asked')
    page.noteRecord('1', { name: 'signed', signed: { ...signed, packed: 'ff'.repeat(300) } as SignedBytes }, AT)
    expect([page.recordOf('1')?.state, idsOf(await openPage())]).toEqual(['signed', []])
    expect((await openPage()).takeDamaged()).toBe(1)
    page.noteRecord('1', { name: 'refused', problem: { kind: '', message: '', detail: '' }, knowsSince: 0 }, AT)
    expect(JSON.parse(stored() ?? '').value).toMatchObject({ state: 'refused' })
  })

  it('the bound holds for what the page alone has', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    for (let at = 0; at < 70; at += 1) page.keepRecord(record({ id: `${at}`, at, state: 'final' }))
    expect(idsOf(page)).toHaveLength(60)
  })
})

it('keeps 60: what ended longest ago makes room, and nothing that is under way does', () => {
  for (let at = 0; at < 50; at += 1) page.keepRecord(record({ id: `open ${at}`, at }))
  for (let at = 100; at < 130; at += 1) page.keepRecord(record({ id: `${at}`, at, state: 'final' }))
  const ids = idsOf(page)
  expect([ids.length, ids.slice(0, 10), ids.filter((id) => id.startsWith('open')).length]).toEqual([
    60,
    ['129', '128', '127', '126', '125', '124', '123', '122', '121', '120'],
    50,
  ])
  for (let at = 200; at < 220; at += 1) page.keepRecord(record({ id: `open ${at}`, at }))
  expect(idsOf(page).every((id) => id.startsWith('open'))).toBe(true)
  expect(idsOf(page)).toHaveLength(70)
})

describe("a newer release's record", () => {
  const newer = JSON.stringify({ version: 2, value: { of: 'another shape' } })

  it('is left as it is, byte for byte, whatever is done here', () => {
    localStorage.setItem('fieldhouse.record.1', newer)
    expect([idsOf(page), page.recordOf('1'), page.takeDamaged()]).toEqual([[], null, 0])
    page.noteRecord('1', { name: 'sending' }, AT)
    page.tellRecord('1')
    page.keepRecord(record())
    page.forgetRecords(['1'])
    for (let at = 0; at < 70; at += 1) page.keepRecord(record({ id: `a${at}`, at, state: 'final' }))
    expect(stored()).toBe(newer)
  })

  it('does not keep a record of the same transaction from lasting as long as the page', () => {
    localStorage.setItem('fieldhouse.record.1', newer)
    page.keepRecord(record())
    expect(page.recordOf('1')).toEqual(record())
  })
})

describe('what is damaged', () => {
  const value = record()
  const { signed, ...unsigned } = value
  it.each([
    ['no text', ''],
    ['no JSON', '{"version":1,'],
    ['no record', '{"version":1,"value":7}'],
    ['no value', '{"version":1}'],
    ['another state', JSON.stringify({ version: 1, value: { ...value, state: 'paid' } })],
    ['nothing that was signed', JSON.stringify({ version: 1, value: unsigned })],
    ['bytes that are none', JSON.stringify({ version: 1, value: { ...value, signed: { ...signed, packed: 'zz' } } })],
    [
      'an amount that is none',
      JSON.stringify({ version: 1, value: { ...value, subject: { ...value.subject, deposit: 5 } } }),
    ],
  ])('is no record, and is taken out and counted once: %s', (_, text) => {
    localStorage.setItem('fieldhouse.record.1', text)
    localStorage.setItem('fieldhouse.basket', text)
    page.keepRecord(record({ id: '2' }))
    expect(idsOf(page)).toEqual(['2'])
    expect([page.takeDamaged(), page.takeDamaged()]).toEqual([1, 0])
    expect([stored(), stored('2') === null, localStorage.getItem('fieldhouse.basket')]).toEqual([null, false, text])
  })

  it('counts on nothing but what an end needs', () => {
    const { id, chainId, account, subject, at, state } = value
    const least = { id, chainId, account, subject, at, state, signed }
    localStorage.setItem('fieldhouse.record.1', JSON.stringify({ version: 1, value: least }))
    // Whether anything was sent before is not known.
    expect(page.recordOf('1')).toEqual({ ...value, isOpen: true })
  })
})
