import { expect, it, vi } from 'vitest'
import { centsBy, dollarsOfHours, readMedians } from './medians'

const HOUR = Date.UTC(2026, 10, 24, 15)
const rows = [
  { at: '2026-11-24T15:00:00Z', median: 257 },
  { at: '2026-11-24T16:00:00Z', median: 18_446_744_073 },
]

it.each([
  ['972.965 WAX at 0.0257 dollars', 97_296_500_000n, HOUR, 2501n],
  ['the last millisecond of the hour', 97_296_500_000n, HOUR + 3_599_999, 2501n],
  ['half a cent', 19_455_253n, HOUR, 1n],
  ['less than half a cent', 19_455_252n, HOUR, 0n],
  ['nothing', 0n, HOUR, 0n],
  ['all that a token can have, exactly', 2n ** 62n - 1n, HOUR + 3_600_000, 8_507_059_172_696_238_658n],
  ['the hour before', 97_296_500_000n, HOUR - 1, null],
  ['no time', 97_296_500_000n, null, null],
])('%s', (_, units, at, cents) => {
  expect(centsBy(readMedians({ rows }))(units, at)).toBe(cents)
})

it('leaves out what is no hour with a median', () => {
  const bad = [
    null,
    { at: '2026-11-24T15:30:00Z', median: 3 },
    { at: 'then', median: 3 },
    { at: '2026-11-24T17:00:00Z', median: 0 },
    { at: '2026-11-24T18:00:00Z', median: '257' },
  ]
  expect([...readMedians({ rows: [...bad, rows[0]] })]).toEqual([[HOUR, 257n]])
  expect(() => readMedians({ rows: {} })).toThrow(TypeError)
})

it('reads the medians once, and again when they could not be read', async () => {
  const answers = [new Response('', { status: 503 }), new Response(JSON.stringify({ rows }))]
  const fetched = vi.fn(async () => answers.shift() as Response)
  vi.stubGlobal('fetch', fetched)
  await expect(dollarsOfHours()).rejects.toThrow('503')
  const [one, other] = await Promise.all([dollarsOfHours(), dollarsOfHours()])
  expect(one).toBe(other)
  expect(one(97_296_500_000n, HOUR)).toBe(2501n)
  expect(fetched).toHaveBeenCalledTimes(2)
})
