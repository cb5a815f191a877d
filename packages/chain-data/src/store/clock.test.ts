import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock, createTicker } from './clock'

/** A clock in a browser whose monotonic clock stands as it is set. */
const clockAt = (monotonic: { now: number }) => {
  vi.setSystemTime(7_000_000)
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic.now)
  return createClock()
}

it("is the visitor's clock until the gateway is heard, and not after", () => {
  const monotonic = { now: 500 }
  const clock = clockAt(monotonic)
  expect(clock.now()).toBe(7_000_000)
  clock.observe(1_000_000)
  expect(clock.now()).toBe(1_000_000)
  monotonic.now += 2500
  expect(clock.now()).toBe(1_002_500)
})

it('is narrowed down below a second by answers', () => {
  const monotonic = { now: 0 }
  const clock = clockAt(monotonic)
  // The gateway is at 10,700 when the monotonic clock is at 0; Date is cut to seconds.
  for (const at of [0, 350, 900, 1290, 1310]) {
    monotonic.now = at
    const date = Math.floor((10_700 + at) / 1000) * 1000
    clock.observe(date, date + 1000)
  }
  expect(Math.abs(clock.now() - (10_700 + monotonic.now))).toBeLessThan(50)
})

it('follows a gateway whose clock was set, and a machine that slept', () => {
  const monotonic = { now: 0 }
  const clock = clockAt(monotonic)
  clock.observe(50_000, 51_000)
  clock.observe(20_000, 21_000)
  expect(clock.now()).toBe(21_000)
  clock.observe(90_000, 91_000)
  expect(clock.now()).toBe(90_000)
})

it('always stands within the last bounds', () => {
  const bounds = fc.record({ after: fc.nat(10_000), earliest: fc.nat(10_000_000), width: fc.nat(3000) })
  fc.assert(
    fc.property(fc.array(bounds, { minLength: 1 }), (heard) => {
      const monotonic = { now: 0 }
      const clock = clockAt(monotonic)
      for (const { after, earliest, width } of heard) {
        monotonic.now += after
        clock.observe(earliest, earliest + width)
        expect(clock.now() >= earliest && clock.now() <= earliest + width).toBe(true)
      }
    }),
  )
})

it.each([
  [Number.NaN, 5],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  [10, 5],
])('does not listen to bounds from %s to %s', (earliest, latest) => {
  const clock = clockAt({ now: 0 })
  clock.observe(earliest, latest)
  expect(clock.now()).toBe(7_000_000)
})

it('tells of corrections only', () => {
  const clock = clockAt({ now: 0 })
  const onCorrection = vi.fn()
  const stop = clock.subscribe(onCorrection)
  clock.observe(1000, 2000)
  clock.observe(500, 1500)
  expect(onCorrection).toHaveBeenCalledTimes(1)
  stop()
  clock.observe(9000)
  expect(onCorrection).toHaveBeenCalledTimes(1)
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const start = (time: number) => {
  const clock = createClock()
  clock.observe(time, time)
  return { clock, ticker: createTicker(clock) }
}

it("beats at the start of the gateway's seconds, once for everybody", () => {
  const { ticker } = start(10_700)
  const seen: number[] = []
  const stop = ticker.subscribe(() => seen.push(ticker.now()))
  ticker.subscribe(() => {})
  expect(ticker.now()).toBe(10_000)
  expect(vi.getTimerCount()).toBe(1)
  seen.length = 0
  vi.advanceTimersByTime(299)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([11_000])
  vi.advanceTimersByTime(2000)
  expect(seen).toEqual([11_000, 12_000, 13_000])
  stop()
})

it('keeps its value between two beats, so that all who read it agree', () => {
  const { ticker } = start(10_000)
  ticker.subscribe(() => {})
  vi.advanceTimersByTime(900)
  expect(ticker.now()).toBe(10_000)
})

it('runs no timer without a listener, and is right again with one', () => {
  const { ticker } = start(10_000)
  expect(vi.getTimerCount()).toBe(0)
  ticker.subscribe(() => {})()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5000)
  expect(ticker.now()).toBe(15_000)
  const stop = ticker.subscribe(() => {})
  expect(vi.getTimerCount()).toBe(1)
  stop()
})

it('jumps at once when the clock is corrected', () => {
  const { clock, ticker } = start(10_000)
  const listener = vi.fn()
  ticker.subscribe(listener)
  listener.mockClear()
  clock.observe(70_400)
  expect(ticker.now()).toBe(70_000)
  expect(listener).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(600)
  expect(ticker.now()).toBe(71_000)
  expect(vi.getTimerCount()).toBe(1)
})

it('does not drift when listeners are slow', () => {
  const late = { ms: 0 }
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + late.ms)
  const clock = createClock()
  clock.observe(10_000, 10_000)
  const ticker = createTicker(clock)
  const phases: number[] = []
  ticker.subscribe(() => {
    phases.push(clock.now() % 1000)
    late.ms += 130
  })
  vi.advanceTimersByTime(60_000)
  expect(phases.length).toBeGreaterThan(60)
  expect(Math.max(...phases)).toBeLessThanOrEqual(130)
})
