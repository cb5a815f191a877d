import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answer } from './fetch-rows'
import { createPoller, MAX_WAIT, REFRESH_INTERVAL } from './poller'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Reply = () => Response | Promise<Response>

/** A poller on a gateway that gives the replies in turn, the last one again and again; chance is in the middle. */
const poll = (...replies: Reply[]) => {
  const asked: { at: number; etag: string | null; signal: AbortSignal }[] = []
  const answers: Answer['rows'][] = []
  const poller = createPoller({
    address: '/api/v1/rows/drops',
    onAnswer: ({ rows }) => answers.push(rows),
    random: () => 0.5,
    fetch: async (_, options) => {
      const signal = options?.signal as AbortSignal
      asked.push({ at: Date.now(), etag: new Headers(options?.headers).get('If-None-Match'), signal })
      const reply = replies[Math.min(asked.length, replies.length) - 1] as Reply
      return reply()
    },
  })
  return { poller, asked, answers, waits: () => asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0)) }
}

const rows =
  (etag: string, ...list: unknown[]) =>
  () =>
    new Response(JSON.stringify({ rows: list }), { headers: { ETag: etag } })
const unchanged = () => new Response(null, { status: 304 })
const broken = () => {
  throw new TypeError('Failed to fetch')
}

it('asks again and again, with the ETag it has', async () => {
  const { poller, asked, answers, waits } = poll(rows('"1"', 'a'), unchanged, rows('"2"', 'b'))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL * 3)
  expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"', '"2"'])
  expect(answers).toEqual([['a'], null, ['b'], ['b']])
  expect(waits()).toEqual([REFRESH_INTERVAL, REFRESH_INTERVAL, REFRESH_INTERVAL])
  poller.pause()
})

it('waits twice as long after each failure, up to a bound, and recovers at once', async () => {
  const failures = Array.from({ length: 7 }, () => broken)
  const { poller, waits } = poll(...failures, rows('"1"'))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(MAX_WAIT * 4)
  expect(waits().slice(0, 8)).toEqual([4500, 9000, 18_000, 36_000, 45_000, 45_000, 45_000, REFRESH_INTERVAL])
  poller.pause()
})

it('spreads the waits by chance', async () => {
  const chances = [0, 1]
  for (const chance of chances) {
    let at = 0
    const poller = createPoller({
      address: '/',
      onAnswer: () => {},
      random: () => chance,
      fetch: async () => {
        at = Date.now()
        return broken()
      },
    })
    const start = Date.now()
    poller.run(0)
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL * 2)
    expect(at - start).toBe(chance === 0 ? REFRESH_INTERVAL : REFRESH_INTERVAL * 2)
    poller.pause()
  }
})

it('waits as long as the gateway asks to, but not for ever', async () => {
  const busy = (seconds: string) => () => new Response('', { status: 503, headers: { 'Retry-After': seconds } })
  const { poller, waits } = poll(busy('20'), busy('86400'), rows('"1"'))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(waits().slice(0, 2)).toEqual([20_000, MAX_WAIT])
  poller.pause()
})

it('has one request at a time, however often it is told to run', async () => {
  let reply: (response: Response) => void = () => {}
  const { poller, asked } = poll(() => new Promise((resolve) => (reply = resolve)))
  poller.run(0)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL)
  poller.run(0)
  await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL)
  expect(asked).toHaveLength(1)
  reply(rows('"1"')())
  await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL)
  expect(asked).toHaveLength(2)
  poller.pause()
})

it('ends the request that is under way when it pauses, and hears nothing more of it', async () => {
  let reply: (response: Response) => void = () => {}
  const { poller, asked, answers } = poll(() => new Promise((resolve) => (reply = resolve)))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(1)
  poller.pause()
  expect(asked[0]?.signal.aborted).toBe(true)
  reply(rows('"1"', 'late')())
  await vi.advanceTimersByTimeAsync(MAX_WAIT)
  expect(answers).toEqual([])
  expect(asked).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('does not plan a second round when it runs again before the old request ended', async () => {
  let fail: (error: Error) => void = () => {}
  const { poller, asked } = poll(() => new Promise((_, reject) => (fail = reject)), rows('"1"'))
  poller.run(0)
  await vi.advanceTimersByTimeAsync(1)
  poller.pause()
  poller.run(0)
  fail(new TypeError('aborted'))
  await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL * 2)
  expect(asked).toHaveLength(4)
  expect(vi.getTimerCount()).toBe(1)
  poller.pause()
})
