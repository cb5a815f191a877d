import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClock, createTicker } from './clock'

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
  const clock = createClock(() => performance.now() + late.ms)
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
