import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createClock } from './clock'

const clockAt = (monotonic: { now: number }, wall = 7_000_000) =>
  createClock(
    () => monotonic.now,
    () => wall,
  )

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
