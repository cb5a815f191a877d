import { afterEach, expect, it, vi } from 'vitest'
import { pollUntilChanged, waitAfter } from './poll-until-changed'

afterEach(() => {
  vi.useRealTimers()
})

/** Polls a value that turns from 1 to 2 at an attempt, by a clock that only writes down how long was waited. */
const poll = async (
  changesAt: number,
  read = async (attempt: number): Promise<bigint> => (attempt < changesAt ? 1n : 2n),
) => {
  const waits: number[] = []
  const store = vi.fn()
  let attempt = 0
  const polled = await pollUntilChanged<bigint>({
    read: () => {
      attempt += 1
      return read(attempt)
    },
    cached: 1n,
    store,
    wait: async (milliseconds) => {
      waits.push(milliseconds)
    },
  })
  return { polled, waits, store }
}

const WAITS = [1000, 1000, 1000, 1000, 1000, 1000, 2000, 3000, 4000, 5000]

it('waits 1 s six times, then 2 s, 3 s and so on', () => {
  expect(Array.from({ length: 10 }, (_, index) => waitAfter(index + 1))).toEqual(WAITS)
})

it.each([1, 2, 6, 7, 8, 10, 11])('stores what differs at attempt %s, and asks no more', async (changesAt) => {
  const { polled, waits, store } = await poll(changesAt)
  expect(polled).toEqual({ isChanged: true, attempts: changesAt, error: null })
  expect(waits).toEqual(WAITS.slice(0, changesAt - 1))
  expect(store).toHaveBeenCalledExactlyOnceWith(2n)
})

it('gives up at the 11th attempt, and stores nothing', async () => {
  const { polled, waits, store } = await poll(12)
  expect(polled).toEqual({ isChanged: false, attempts: 11, error: null })
  expect(waits).toEqual(WAITS)
  expect(store).not.toHaveBeenCalled()
})

it('takes a failure as an attempt that brought nothing new', async () => {
  const read = async (attempt: number) => {
    if (attempt < 3) throw new Error('busy')
    return 2n
  }
  expect((await poll(0, read)).polled).toEqual({ isChanged: true, attempts: 3, error: null })
})

it('says what went wrong when the last attempt failed', async () => {
  const failure = new Error('busy')
  const { polled, waits } = await poll(0, () => Promise.reject(failure))
  expect(polled).toEqual({ isChanged: false, attempts: 11, error: failure })
  expect(waits).toEqual(WAITS)
})

it('compares by what values hold', async () => {
  const store = vi.fn()
  const polled = await pollUntilChanged({
    read: async () => [{ id: '1', amount: 2n }],
    cached: [{ id: '1', amount: 2n }],
    store,
    wait: async () => {},
  })
  expect(polled.isChanged).toBe(false)
})

it('runs by timers, and ends its wait when the signal says so', async () => {
  vi.useFakeTimers()
  const stop = new AbortController()
  const read = vi.fn(async () => 1n)
  const polled = pollUntilChanged({ read, cached: 1n, store: () => expect.unreachable(), signal: stop.signal })
  const ended = expect(polled).rejects.toBe('left')
  await vi.advanceTimersByTimeAsync(999)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toHaveBeenCalledTimes(2)
  stop.abort('left')
  await ended
  expect(vi.getTimerCount()).toBe(0)
})

it('stores nothing that arrives after the signal', async () => {
  const stop = new AbortController()
  const read = async () => {
    stop.abort('left')
    return 2n
  }
  const polled = pollUntilChanged({ read, cached: 1n, store: () => expect.unreachable(), signal: stop.signal })
  await expect(polled).rejects.toBe('left')
})
