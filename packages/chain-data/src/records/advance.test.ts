import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signedRecord, World } from '../testing/transaction-world'
import { advance, type Evidence, nextStep } from './advance'
import { isEnded, type TransactionRecord } from './record'

const index = fc.nat({ max: 7 })
const node = fc.constantFrom('takes', 'refuses', 'lies', 'silent', 'silent and takes')
const orFull = fc.oneof(node, fc.constant('full'))
const rest = fc.constantFrom('stays', 'waits', 'gone')

/** What may happen, in any order and as often as chance wants: a deed of the world, and what it depends on. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('produce' as const), fc.boolean()) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('send' as const)) },
  { weight: 9, arbitrary: fc.tuple(fc.constant('deliver' as const), index) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('answer' as const), orFull, index) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('exchange' as const), node) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('follow' as const)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('look' as const), fc.nat({ max: 3 }), fc.boolean()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('lose' as const), index, fc.boolean()) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('restart' as const, 'restart' as const, 'leave' as const)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('undo' as const), fc.integer({ min: 1, max: 3 }), rest) },
)

const settings = fc.record({ hasLine: fc.boolean(), tellsSince: fc.boolean(), lag: fc.constantFrom(0, 700, 5000) })

it('never says of a transaction what the chain does not, and ends as the chain has it, whatever happens in whatever order', () => {
  const states = new Set<string>()
  fc.assert(
    fc.property(settings, fc.array(happening, { maxLength: 120, size: 'max' }), (chosen, happenings) => {
      const world = new World(chosen)
      for (const [name, ...given] of happenings) {
        world.happen(name, ...given)
        states.add(world.record.state)
      }
      world.settle()
      states.add(world.record.state)
      expect(world.wrong).toEqual([])
    }),
    { numRuns: 2000 },
  )
  // All of it was reached.
  expect([...states].toSorted()).toEqual(['absent', 'final', 'refused', 'seen', 'sent', 'signed'])
})

const NO = { kind: 'chain', message: 'Sold out', detail: '' }
const EXPIRES = signedRecord().signed?.expiresAt ?? 0
const rows = (changes: Partial<Extract<Evidence, { name: 'rows' }>> = {}): Evidence => ({
  ...{ name: 'rows', has: true, head: 200, irreversible: null, areProof: false },
  ...changes,
})
const past = { block: 300, time: EXPIRES + 1 }
const NOTHING = rows({ has: false, head: 400, irreversible: past, areProof: true })

/** What a record has become after evidence, at one time or at times of their own. */
const after = (record: TransactionRecord, ...evidence: (Evidence | [Evidence, number])[]): TransactionRecord =>
  evidence.reduce<TransactionRecord>((now, heard) => {
    const [word, at] = Array.isArray(heard) ? heard : [heard, record.at + 1000]
    return advance(now, word, at)
  }, record)

const sending: Evidence = { name: 'sending' }
const sent = after(signedRecord(), sending)
const refused: Evidence = { name: 'refused', problem: NO, knowsSince: 0 }

describe('a wallet that is asked', () => {
  const asked = signedRecord({ state: 'asked', signed: null })

  it('is waited for at the address that it was given, and nowhere without one', () => {
    expect(nextStep(asked, asked.at)).toBeNull()
    const record = after(asked, { name: 'request', address: 'esr:1' })
    expect([record.request, nextStep(record, asked.at)]).toEqual(['esr:1', 'collect'])
  })

  it('signs, or says no: then nothing of it comes about', () => {
    const { signed } = signedRecord()
    const record = after(asked, { name: 'request', address: 'esr:1' }, { name: 'signed', signed: signed as never })
    expect(record).toMatchObject({ state: 'signed', request: '', signed })
    expect(after(asked, { name: 'declined', problem: NO })).toMatchObject({ state: 'refused', problem: NO })
    expect(after(record, { name: 'declined', problem: NO })).toBe(record)
  })

  it('has nothing in the chain', () => {
    expect(after(asked, rows(), sending, refused, NOTHING)).toBe(asked)
  })
})

describe('what was sent', () => {
  it('is refused by the first answer, which says that nothing of it was carried out', () => {
    expect(after(sent, refused)).toMatchObject({ state: 'refused', problem: NO, isTold: false })
  })

  it.each<[string, Evidence[]]>([
    ['an answer was lost', [{ name: 'lost' }, sending]],
    ['a page was left before its answer', [sending]],
    ['a node said that it has it', [{ name: 'out' }, sending]],
    ['another gateway process had it', [{ name: 'accepted', location: '/1' }, sending]],
  ])('is not refused by a later answer, after %s', (_, evidence) => {
    const record = after(sent, ...evidence, refused)
    expect(record).toMatchObject({ state: 'sent', isOpen: true, location: '' })
    expect(nextStep(record, record.at)).toBe('send')
    expect(nextStep(record, EXPIRES)).toBe('look')
  })

  it.each([
    ['knows all since before the first sending', -3000, 0, 'refused'],
    ['began after it', 1, 0, 'sent'],
    ['began so little before it that clocks may differ', -2000, 0, 'sent'],
    ['answers what was asked before the last sending', -3000, -1, 'sent'],
  ])('is refused by a gateway that %s: %s', (_, since, asked, state) => {
    const record = after(sent, { name: 'lost' }, sending)
    const word = { ...refused, knowsSince: record.sentAt + since, askedAt: record.lastSentAt + asked }
    expect(after(record, word).state).toBe(state)
  })

  it('is signed and no more when nothing of it was sent, and refused with its reason or its time', () => {
    expect(after(sent, { name: 'unsent' })).toMatchObject({ state: 'signed', isUnanswered: false })
    expect(after(sent, { name: 'unsent', problem: NO })).toMatchObject({ state: 'refused', problem: NO })
    expect(after(sent, [{ name: 'unsent' }, EXPIRES])).toMatchObject({ state: 'refused', problem: { kind: 'expired' } })
  })

  it('is not sent again when it left the line, and not said to be unsent, after an answer was lost', () => {
    const record = after(sent, { name: 'lost' }, sending, { name: 'unsent', problem: NO })
    expect(record).toMatchObject({ state: 'sent', problem: NO })
    expect(nextStep(record, record.at)).toBe('look')
  })

  it('is followed at its address, with its place and the largest that it had', () => {
    const at = (place: number | null): Evidence => ({
      name: 'queued',
      line: { place, of: 900, sendsAt: null, isMoving: true },
    })
    const record = after(sent, { name: 'accepted', location: '/1' }, at(null), at(312), at(40))
    expect(record.line).toEqual({ place: 40, of: 900, sendsAt: null, isMoving: true, from: 312 })
    expect(nextStep(record, record.at)).toBe('follow')
    expect(after(record, { name: 'out' })).toMatchObject({ line: null, isOpen: false })
    expect(after(record, { name: 'lost' })).toMatchObject({ line: null, location: '', isOpen: true })
  })
})

describe('the rows', () => {
  it('have it seen from every state of what was signed, and nothing else has', () => {
    const words: Evidence[] = [
      { name: 'out' },
      { name: 'accepted', location: '/1' },
      { name: 'queued', line: { place: 1, of: 1, sendsAt: null, isMoving: true } },
    ]
    expect(after(sent, ...words).state).toBe('sent')
    for (const state of ['signed', 'sent', 'refused', 'absent'] as const) {
      const record = after(signedRecord({ state, isTold: true, problem: NO }), rows())
      expect(record).toMatchObject({ state: 'seen', block: 200, isTold: false, problem: null })
    }
  })

  it('have it final once the irreversible block has passed the one that had it, and the rows are that new', () => {
    const seen = after(sent, rows())
    expect(after(seen, rows({ head: 400, irreversible: { block: 199, time: 0 } }))).toBe(seen)
    expect(after(seen, rows({ head: 250, irreversible: { block: 300, time: 0 } }))).toBe(seen)
    expect(after(seen, rows({ head: 400 }))).toBe(seen)
    const final = after(seen, rows({ head: 400, irreversible: { block: 200, time: 0 } }))
    expect(final).toMatchObject({ state: 'final', signed: { packed: '', signatures: [] } })
    expect(after(final, NOTHING, refused, sending, rows({ has: false, areProof: true }))).toBe(final)
  })

  it('have it final at a block of their own, where it was seen at none', () => {
    const bought = signedRecord({ state: 'seen', block: 0, isTold: true })
    const record = after(bought, rows())
    expect(record).toMatchObject({ state: 'seen', block: 200, isTold: true })
  })

  it('take back what was undone, by two nodes and of that block, and it is sent again before its expiration', () => {
    const seen = { ...after(sent, rows()), isTold: true }
    expect(after(seen, rows({ has: false }))).toBe(seen)
    expect(after(seen, rows({ has: false, areProof: true, head: 199 }))).toBe(seen)
    const undone = after(seen, rows({ has: false, areProof: true }))
    expect(undone).toMatchObject({ state: 'sent', isUndone: true, isTold: false, isOpen: true, block: 0 })
    expect([nextStep(undone, EXPIRES - 1), nextStep(undone, EXPIRES)]).toEqual(['send', 'look'])
    expect(undone.signed?.packed).toBe('ff00')
    expect(after(undone, refused).state).toBe('sent')
    expect(after(undone, rows({ head: 201 }))).toMatchObject({ state: 'seen', block: 201, isUndone: false })
  })

  it('have it absent past its expiration by the irreversible chain, by two nodes, and by the clock', () => {
    const late = EXPIRES + 1
    expect(after(sent, [NOTHING, late])).toMatchObject({ state: 'absent', signed: { packed: '', signatures: [] } })
    expect(after(signedRecord(), [NOTHING, late]).state).toBe('absent')
    const proofs: Partial<Extract<Evidence, { name: 'rows' }>>[] = [
      { areProof: false },
      { irreversible: null },
      { irreversible: { block: 300, time: EXPIRES } },
      { head: 299 },
    ]
    for (const lacks of proofs) expect(after(sent, [{ ...NOTHING, ...lacks } as Evidence, late])).toBe(sent)
    expect(after(sent, [NOTHING, EXPIRES])).toBe(sent)
  })

  it('have what was seen and undone absent at once when it is too late, and told anew', () => {
    const seen = { ...after(sent, rows()), isTold: true }
    expect(after(seen, [NOTHING, EXPIRES + 1])).toMatchObject({ state: 'absent', isUndone: true, isTold: false })
  })
})

it('sends nothing that has ended or whose bytes are gone', () => {
  for (const state of ['final', 'refused', 'absent'] as const) {
    const record = signedRecord({ state })
    expect([isEnded(record), nextStep(record, record.at)]).toEqual([true, null])
  }
  const { signed } = signedRecord()
  const erased = signedRecord({ signed: { ...signed, packed: '' } as never })
  expect(nextStep(erased, erased.at)).toBe('look')
})
