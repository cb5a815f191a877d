import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPoller, FIRST_REFRESH, MAX_WAIT, PACE, paceOf, refreshWhileWatched } from './refresh'
import { DataError } from './request'
import { createStore } from './store/store'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
})

type Reply = () => unknown

/** A poller that hears the replies in turn, the last one again and again. */
const poll = (...replies: Reply[]) => {
  const asked: { at: number; signal: AbortSignal }[] = []
  const ask = async (signal: AbortSignal) => {
    asked.push({ at: Date.now(), signal })
    const reply = replies[Math.min(asked.length, replies.length) - 1] as Reply
    return reply()
  }
  const poller = createPoller(ask, () => PACE.soon)
  return { poller, asked, waits: () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0)) }
}

const answered = () => {}
const broken = () => {
  throw new DataError('offline', '/', 'the gateway cannot be reached')
}

it('asks again and again, a fixed time apart', async () => {
  const { poller, waits } = poll(answered)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(PACE.soon * 3)
  expect(waits()).toEqual([PACE.soon, PACE.soon, PACE.soon])
  poller.pause()
})

it('asks at the pace of the moment', async () => {
  const asked: number[] = []
  let pace: number = PACE.calm
  const poller = createPoller(
    async () => asked.push(Date.now()),
    () => pace,
  )
  poller.run(0)
  await vi.advanceTimersByTimeAsync(PACE.calm)
  expect(asked).toHaveLength(2)
  pace = PACE.usual
  poller.hurry(PACE.usual)
  await vi.advanceTimersByTimeAsync(PACE.usual * 2)
  expect(asked).toHaveLength(4)
  poller.pause()
})

it.each([
  ['in the minute before an opening', 59_000, 0, PACE.soon],
  ['in the minute after an end', -59_000, 0, PACE.soon],
  ['while somebody looks', 3_600_000, 59_000, PACE.usual],
  ['when for a minute nothing happens', 3_600_000, 60_000, PACE.calm],
])('the pace %s', (_when, until, ago, pace) => {
  const now = Date.UTC(2026, 10, 27)
  expect(paceOf(now, [0, now + until], now - ago)).toBe(pace)
  expect(paceOf(now, [], now - ago)).toBe(ago < 60_000 ? PACE.usual : PACE.calm)
})

it('is not hurried while it waits for what failed', async () => {
  const { poller, asked } = poll(broken)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(0)
  poller.hurry(0)
  await vi.advanceTimersByTimeAsync(PACE.soon)
  expect(asked).toHaveLength(1)
  poller.pause()
  poller.hurry(0)
  await vi.advanceTimersByTimeAsync(MAX_WAIT)
  expect(asked).toHaveLength(1)
})

it('asks again right after a request under way that somebody came too late for', async () => {
  let reply: (value?: unknown) => void = () => {}
  const { poller, asked } = poll(() => new Promise((resolve) => (reply = resolve)), answered)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(1)
  poller.run(0)
  expect(asked).toHaveLength(1)
  reply()
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  poller.pause()
})

it('waits twice as long after each failure, up to a bound, and recovers at once', async () => {
  const failures = Array.from({ length: 7 }, () => broken)
  const { poller, waits } = poll(...failures, answered)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(MAX_WAIT * 4)
  expect(waits().slice(0, 8)).toEqual([4500, 9000, 18_000, 36_000, 45_000, 45_000, 45_000, PACE.soon])
  poller.pause()
})

it('spreads the waits by chance', async () => {
  const chances = [0, 1]
  for (const chance of chances) {
    vi.mocked(Math.random).mockReturnValue(chance)
    const { poller, waits } = poll(broken)
    poller.run(0)
    await vi.advanceTimersByTimeAsync(PACE.soon * 2)
    expect(waits()[0]).toBe(chance === 0 ? PACE.soon : PACE.soon * 2)
    poller.pause()
  }
})

it('waits as long as the gateway asks to, but not for ever', async () => {
  const busy = (seconds: number) => () => {
    throw new DataError('busy', '/', 'status 503', { status: 503, retryAfter: seconds * 1000 })
  }
  const { poller, waits } = poll(busy(20), busy(86_400), answered)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(waits().slice(0, 2)).toEqual([20_000, MAX_WAIT])
  poller.pause()
})

it('has one request at a time, however often it is told to run', async () => {
  let reply: (value?: unknown) => void = () => {}
  const { poller, asked } = poll(() => new Promise((resolve) => (reply = resolve)))
  poller.run(0)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(PACE.soon)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(PACE.soon)
  expect(asked).toHaveLength(1)
  reply()
  await vi.advanceTimersByTimeAsync(PACE.soon)
  expect(asked).toHaveLength(2)
  poller.pause()
})

it('ends the request that is under way when it pauses, and plans no other one', async () => {
  let reply: (value?: unknown) => void = () => {}
  const { poller, asked } = poll(() => new Promise((resolve) => (reply = resolve)))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(1)
  poller.pause()
  expect(asked[0]?.signal.aborted).toBe(true)
  reply()
  await vi.advanceTimersByTimeAsync(MAX_WAIT)
  expect(asked).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('takes no request for failed that it has ended itself', async () => {
  let fail = () => {}
  const held: Reply = () => new Promise((_, reject) => (fail = () => reject(new TypeError('aborted'))))
  const { poller, waits } = poll(held, held, held, broken, answered)
  for (const _ of [1, 2, 3]) {
    poller.run(0)
    await vi.advanceTimersByTimeAsync(0)
    poller.pause()
    fail()
  }
  poller.run(0)
  await vi.advanceTimersByTimeAsync(PACE.soon * 2)
  expect(waits().at(-1)).toBe(4500)
  poller.pause()
})

it('does not plan a second round when it runs again before the old request ended', async () => {
  let fail: (error: Error) => void = () => {}
  const { poller, asked } = poll(() => new Promise((_, reject) => (fail = reject)), answered)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(1)
  poller.pause()
  poller.run(0)
  fail(new TypeError('aborted'))
  await vi.advanceTimersByTimeAsync(PACE.soon * 2)
  expect(asked).toHaveLength(4)
  expect(vi.getTimerCount()).toBe(1)
  poller.pause()
})

const setUp = () => {
  const store = createStore()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const poller = { run: vi.fn(), pause: vi.fn() }
  const watch = refreshWhileWatched(['rowDrops', 'medianPrice'], poller, store, page as unknown as Document)
  return { store, show, poller, ...watch }
}

it('runs while somebody listens to one of the names', () => {
  const { store, poller, wanted } = setUp()
  expect(poller.run).not.toHaveBeenCalled()
  const stopDrops = store.subscribe('rowDrops', () => {})
  const stopMedian = store.subscribe('medianPrice', () => {})
  expect([...wanted]).toEqual(['rowDrops', 'medianPrice'])
  poller.pause.mockClear()
  stopDrops()
  expect([...wanted]).toEqual(['medianPrice'])
  expect(poller.pause).not.toHaveBeenCalled()
  stopMedian()
  expect(poller.pause).toHaveBeenCalledTimes(1)
})

it('asks at once for what is not known, and a little later for what came with the page', () => {
  const { store, poller } = setUp()
  store.set('medianPrice', 200n)
  store.subscribe('medianPrice', () => {})
  store.subscribe('rowDrops', () => {})
  expect(poller.run.mock.calls).toEqual([[FIRST_REFRESH], [0]])
})

it('pauses while the page is hidden and asks at once when it is back', () => {
  const { store, show, poller } = setUp()
  store.subscribe('rowDrops', () => {})
  poller.run.mockClear()
  show('hidden')
  expect(poller.pause).toHaveBeenCalled()
  expect(poller.run).not.toHaveBeenCalled()
  show('visible')
  expect(poller.run).toHaveBeenCalledExactlyOnceWith(0)
})

it('does not start in a hidden page', () => {
  const { store, show, poller } = setUp()
  show('hidden')
  store.subscribe('rowDrops', () => {})
  expect(poller.run).not.toHaveBeenCalled()
})

it('ends for good', () => {
  const { store, show, poller, stop } = setUp()
  store.subscribe('rowDrops', () => {})
  stop()
  poller.run.mockClear()
  show('visible')
  store.subscribe('medianPrice', () => {})
  expect(poller.pause).toHaveBeenCalled()
  expect(poller.run).not.toHaveBeenCalled()
})
