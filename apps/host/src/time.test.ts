import { gatewayNow } from '@fieldhouse/chain-data'
import { applySnapshot } from '@fieldhouse/chain-data/host'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepTime } from './time'

const DATE = 'Fri, 27 Nov 2026 14:00:00 GMT'

let wall = 0
let monotonic = 0
let isHidden = false
let hasNetwork = true
const asked = vi.fn()
const observe = vi.fn()
let stop: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  wall = Date.UTC(2026, 10, 27)
  monotonic = 5000
  isHidden = false
  hasNetwork = true
  asked.mockClear()
  observe.mockClear()
  // A page listens for as long as it lives; a test's must not hear the next one.
  stop = new AbortController()
  const add = document.addEventListener.bind(document) as (...all: unknown[]) => void
  vi.spyOn(document, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    add(type, listener, { signal: stop.signal })
  })
  vi.spyOn(Date, 'now').mockImplementation(() => wall)
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.stubGlobal('fetch', async (address: string) => {
    asked(address)
    if (!hasNetwork) throw new TypeError('there is no network')
    return new Response('', { headers: { Date: DATE } })
  })
})

afterEach(() => {
  stop.abort()
  vi.useRealTimers()
})

const cameBy = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])

/** Time passes, in which the device may sleep. */
async function pass(milliseconds: number, slept = 0) {
  wall += milliseconds + slept
  monotonic += milliseconds
  await vi.advanceTimersByTimeAsync(milliseconds)
}

it('asks for nothing while the device is awake', async () => {
  cameBy('navigate')
  keepTime(window, observe)
  await pass(120_000)
  expect(asked).not.toHaveBeenCalled()
})

it('asks once after a sleep, as soon as there is a network and somebody looks', async () => {
  cameBy('reload')
  keepTime(window, observe)
  isHidden = true
  hasNetwork = false
  await pass(60_000, 8 * 3_600_000)
  expect(asked).not.toHaveBeenCalled()
  isHidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(asked).toHaveBeenCalledExactlyOnceWith('/healthz')
  expect(observe).not.toHaveBeenCalled()
  hasNetwork = true
  await pass(60_000)
  expect(observe).toHaveBeenCalledExactlyOnceWith(Date.parse(DATE))
  expect(asked).toHaveBeenCalledTimes(2)
})

it('asks at once where the document may be one that the browser has kept', async () => {
  cameBy('back_forward')
  keepTime(window, observe)
  await pass(0)
  expect(observe).toHaveBeenCalledExactlyOnceWith(Date.parse(DATE))
  await pass(60_000)
  expect(asked).toHaveBeenCalledOnce()
})

it('counts down by the gateway’s time again after a sleep', async () => {
  cameBy('navigate')
  applySnapshot({}, wall)
  keepTime(window, (time) => applySnapshot({}, time))
  await pass(1000, 14 * 3_600_000)
  expect(gatewayNow()).toBe(Date.UTC(2026, 10, 27, 0, 0, 1))
  await pass(15_000)
  expect(gatewayNow()).toBe(Date.parse(DATE))
})
