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
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** How many of the tabs that ask at the same moment have it. */
const heldOf = async (tabs: number): Promise<number> => {
  const asked = Promise.all(Array.from({ length: tabs }, () => holdPurchases()))
  await vi.advanceTimersByTimeAsync(120)
  return (await asked).filter((release) => release !== null).length
}

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

describe('without them', () => {
  it('is had by one of two that ask at the same moment', async () => {
    expect(await heldOf(2)).toBe(1)
  })

  it('is refused while another tab has it, renewed as long as that lives, and free when it is given back', async () => {
    const first = holdPurchases()
    await vi.advanceTimersByTimeAsync(120)
    for (let turn = 0; turn < 10; turn += 1) {
      await vi.advanceTimersByTimeAsync(5000)
      expect(await holdPurchases()).toBeNull()
    }
    const release = await first
    release?.()
    expect(await heldOf(1)).toBe(1)
  })

  it('is free some seconds after the tab that had it is gone, and after a clock was set back', async () => {
    expect(await heldOf(1)).toBe(1)
    vi.clearAllTimers()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(await heldOf(1)).toBe(0)
    await vi.advanceTimersByTimeAsync(1001)
    expect(await heldOf(1)).toBe(1)
    vi.clearAllTimers()
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(await heldOf(1)).toBe(1)
  })
})

/** What waits for no timer has been done. */
const turns = () => vi.advanceTimersByTimeAsync(0)

describe('where the browser refuses its locks', () => {
  const refused = new DOMException('cookies are blocked', 'SecurityError')
  const refuse = () => {
    throw refused
  }

  it.each([
    ['rejecting', () => Promise.reject(refused)],
    ['throwing', refuse],
  ])('the storage decides: %s', async (_, request) => {
    browserWith(request)
    expect([await heldOf(2), await heldOf(1)]).toEqual([1, 0])
  })

  it.each([
    ['has no room', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
    ['is refused, too', () => vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)],
  ])('and the storage %s, each tab has it: a purchase can be made', async (_, block) => {
    browserWith(refuse)
    block()
    expect(await heldOf(2)).toBe(2)
    const release = await holdPurchases()
    expect(() => release?.()).not.toThrow()
  })
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
