// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdPurchases, inTurn } from './lock'

/** A browser with these locks, or with none. */
const browserWith = (request?: object) => vi.stubGlobal('navigator', request ? { locks: { request } } : {})

beforeEach(() => {
  vi.useFakeTimers()
  browserWith()
})
afterEach(() => {
  vi.useRealTimers()
})

it('is had by one tab at a time, with Web Locks', async () => {
  const held = new Set<string>()
  browserWith(async (name: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
    expect(options).toEqual({ ifAvailable: true })
    if (held.has(name)) return use(null)
    held.add(name)
    await use({ name, mode: 'exclusive' })
    held.delete(name)
  })
  const release = await holdPurchases()
  expect([release === null, await holdPurchases()]).toEqual([false, null])
  release?.()
  await turns()
  expect(await holdPurchases()).not.toBeNull()
})

/** What waits for no timer has been done. */
const turns = () => vi.advanceTimersByTimeAsync(0)

it.each([
  ['rejects', () => Promise.reject(new DOMException('cookies are blocked', 'SecurityError'))],
  [
    'throws',
    () => {
      throw new DOMException('cookies are blocked', 'SecurityError')
    },
  ],
  ['has none', undefined],
])('is had by each tab where the browser refuses locks, so that a purchase can be made: it %s', async (_, request) => {
  browserWith(request)
  const releases = [await holdPurchases(), await holdPurchases()]
  for (const release of releases) expect(() => release?.()).not.toThrow()
  expect(releases).not.toContain(null)
})

describe('in turn', () => {
  beforeEach(() => {
    // Locks that are had one after the other.
    let last: Promise<unknown> = Promise.resolve()
    browserWith((_name: string, { signal }: { signal: AbortSignal }, use: () => Promise<void>) => {
      const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const had = Promise.race([last, aborted]).then(() => use())
      last = had.catch(() => {})
      return had
    })
  })
  const signal = () => new AbortController().signal

  it('one tab does it, and the next one once it has ended', async () => {
    let end = () => {}
    const second = vi.fn(async () => {})
    const done = inTurn('one', signal(), () => new Promise((resolve) => (end = resolve)))
    const next = inTurn('one', signal(), second)
    await vi.advanceTimersByTimeAsync(1000)
    expect(second).not.toHaveBeenCalled()
    end()
    await Promise.all([done, next])
    expect(second).toHaveBeenCalledOnce()
  })

  it('who waits too long does it beside one that sleeps, once', async () => {
    void inTurn('one', signal(), () => new Promise(() => {}))
    const second = vi.fn(async () => {})
    const next = inTurn('one', signal(), second)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(second).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await next
    expect(second).toHaveBeenCalledOnce()
  })

  it('who is given up while waiting does nothing', async () => {
    void inTurn('one', signal(), () => new Promise(() => {}))
    const [given, second] = [new AbortController(), vi.fn(async () => {})]
    const next = inTurn('one', given.signal, second)
    const failed = expect(next).rejects.toMatchObject({ name: 'AbortError' })
    given.abort()
    await failed
    expect(second).not.toHaveBeenCalled()
  })

  it.each([
    ['there are no locks', undefined],
    ['they are refused', () => Promise.reject(new DOMException('no', 'SecurityError'))],
  ])('it is done at once where %s', async (_, request) => {
    browserWith(request)
    const work = vi.fn(async () => {})
    await inTurn('one', signal(), work)
    expect(work).toHaveBeenCalledOnce()
  })

  it('what fails fails', async () => {
    const failing = () => Promise.reject(new Error('no'))
    await expect(inTurn('one', signal(), failing)).rejects.toThrow('no')
  })
})
