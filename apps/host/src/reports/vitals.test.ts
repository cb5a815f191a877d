import { beforeEach, expect, it } from 'vitest'
import { observeVitals } from './vitals'

type Entry = Partial<PerformanceEntry> & Record<string, unknown>

/** What the browser has seen and not told yet, by type. */
let seen: Map<string, Entry[]>
let now: number
let supported: string[]

const tell = (type: string, ...entries: Entry[]) => seen.get(type)?.push(...entries)

/** A browser of which everything waits until it is asked for. */
const browser = () =>
  ({
    performance: { getEntriesByType: () => [{ activationStart: 100 }], now: () => now },
    PerformanceObserver: class {
      static supportedEntryTypes = supported
      #type = ''
      observe({ type, buffered }: { type: string; buffered: boolean }) {
        expect(buffered).toBe(true)
        this.#type = type
      }
      takeRecords() {
        return seen.get(this.#type)?.splice(0) ?? []
      }
    },
  }) as unknown as Window & typeof globalThis

const shift = (startTime: number, value: number, hadRecentInput = false) => ({ startTime, value, hadRecentInput })
const press = (startTime: number, duration: number, interactionId: number) => ({ startTime, duration, interactionId })

beforeEach(() => {
  supported = ['largest-contentful-paint', 'layout-shift', 'event']
  seen = new Map(supported.map((type) => [type, []]))
  now = 1
})

it('tells the largest paint in whole milliseconds since the page was shown, whenever it is asked', () => {
  const take = observeVitals(browser(), true)
  tell('largest-contentful-paint', { startTime: 400.2 }, { startTime: 1310.4 })
  expect(take()).toEqual({ lcp: 1210, cls: 0 })
})

it('tells no largest paint of a page that nobody saw come, nor of one that was gone to', () => {
  const unseen = observeVitals(browser(), false)
  tell('largest-contentful-paint', { startTime: 5000 })
  expect(unseen()).toEqual({ cls: 0 })
  const take = observeVitals(browser(), true)
  take()
  tell('largest-contentful-paint', { startTime: 5000 })
  expect(take()).toEqual({ cls: 0 })
})

it.each([
  ['together', [shift(100, 0.1), shift(900, 0.02341)], 0.1234],
  ['apart by a second', [shift(100, 0.1), shift(1100, 0.2)], 0.2],
  ['for longer than five seconds', [0, 900, 1800, 2700, 3600, 4500, 5400].map((at) => shift(at, 0.1)), 0.6],
  ['after a press', [shift(100, 0.5, true), shift(200, 0.1)], 0.1],
])('tells the worst session of shifts: %s', (_, shifts, cls) => {
  const take = observeVitals(browser(), true)
  tell('layout-shift', ...shifts)
  expect(take()).toEqual({ cls })
})

it.each([
  ['the longest event of the slowest', [press(1, 40, 1), press(1, 72.4, 1), press(2, 56, 2)], 72],
  ['none of what is no interaction', [press(1, 300, 0)], undefined],
  ['of fifty the second', Array.from({ length: 50 }, (_, id) => press(id, 8 * (id + 1), id + 1)), 392],
])('tells of interactions %s', (_, events, inp) => {
  const take = observeVitals(browser(), true)
  tell('event', ...events)
  expect(take()).toEqual({ cls: 0, ...(inp !== undefined && { inp }) })
})

it('begins anew with each view, without what began before it', () => {
  const take = observeVitals(browser(), true)
  tell('layout-shift', shift(100, 0.3))
  tell('event', press(100, 200, 1))
  now = 1000
  expect(take()).toEqual({ cls: 0.3, inp: 200 })
  // The press that led here is painted after the page is there.
  tell('event', press(990, 500, 2), press(1500, 48, 3))
  tell('layout-shift', shift(1100, 0.01))
  expect(take()).toEqual({ cls: 0.01, inp: 48 })
})

it('tells nothing where the browser tells nothing', () => {
  supported = []
  expect(observeVitals(browser(), true)()).toEqual({})
})
