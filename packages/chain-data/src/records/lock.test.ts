import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdPurchases, inTurn } from './lock'

/** What two tabs without Web Locks share, and the clock by which they wait. */
function tabs(locks?: LockManager) {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  let time = 1_700_000_000_000
  const due: (() => void)[] = []
  const options = {
    locks,
    storage,
    now: () => time,
    wait: () => new Promise<void>((resolve) => due.push(resolve)),
  }
  return {
    hold: () => holdPurchases(options),
    /** All have waited; answers how many did. */
    settle: () => {
      const waited = due.splice(0)
      for (const resolve of waited) resolve()
      return waited.length
    },
    pass: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('is had by one tab at a time, with Web Locks', async () => {
  const held = new Set<string>()
  const request = async (name: string, options: LockOptions, use: LockGrantedCallback<unknown>) => {
    expect(options).toEqual({ ifAvailable: true })
    if (held.has(name)) return use(null)
    held.add(name)
    await use({ name, mode: 'exclusive' })
    held.delete(name)
  }
  const locks = { request } as unknown as LockManager
  const release = await holdPurchases({ locks })
  expect(release).not.toBeNull()
  expect(await holdPurchases({ locks })).toBeNull()
  release?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(await holdPurchases({ locks })).not.toBeNull()
})

it('is had by one of two that ask at the same moment, without them', async () => {
  const { hold, settle } = tabs()
  vi.stubGlobal('navigator', {})
  const asked = [hold(), hold()]
  settle()
  const answers = await Promise.all(asked)
  vi.unstubAllGlobals()
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
})

it('is refused while another tab has it, renewed as long as that lives, and free when it is given back', async () => {
  vi.stubGlobal('navigator', {})
  const { hold, settle, pass } = tabs()
  const first = hold()
  settle()
  const release = await first
  for (let turn = 0; turn < 10; turn += 1) {
    pass(5000)
    vi.advanceTimersByTime(5000)
    expect(await hold()).toBeNull()
  }
  release?.()
  const next = hold()
  settle()
  expect(await next).not.toBeNull()
  vi.unstubAllGlobals()
})

it('is free some seconds after the tab that had it is gone, and after a clock was set back', async () => {
  vi.stubGlobal('navigator', {})
  const { hold, settle, pass } = tabs()
  const first = hold()
  settle()
  await first
  vi.clearAllTimers()
  pass(15_001)
  const second = hold()
  settle()
  expect(await second).not.toBeNull()
  vi.clearAllTimers()
  pass(-3_600_000)
  const third = hold()
  settle()
  expect(await third).not.toBeNull()
  vi.unstubAllGlobals()
})

/** What waits for no timer has been done. */
const turns = () => vi.advanceTimersByTimeAsync(0)

describe('where the browser refuses its locks', () => {
  const refusing = {
    request: () => Promise.reject(new DOMException('cookies are blocked', 'SecurityError')),
  } as unknown as LockManager

  it('the storage decides', async () => {
    const { hold, settle } = tabs(refusing)
    const asked = [hold(), hold()]
    await turns()
    settle()
    expect((await Promise.all(asked)).filter((answer) => answer !== null)).toHaveLength(1)
    expect(await hold()).toBeNull()
  })

  it('so does one that throws instead of rejecting', async () => {
    const throwing = {
      request: () => {
        throw new DOMException('no', 'SecurityError')
      },
    } as unknown as LockManager
    const { hold, settle } = tabs(throwing)
    const asked = hold()
    await turns()
    expect(settle()).toBe(1)
    expect(await asked).not.toBeNull()
    expect(await hold()).toBeNull()
  })

  it('and storage, too, each tab has it: a purchase can be made', async () => {
    const storage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => {},
    }
    const release = await holdPurchases({ locks: refusing, storage })
    expect(release).not.toBeNull()
    expect(() => release?.()).not.toThrow()
  })

  it('and there is no storage at all', async () => {
    expect(await holdPurchases({ locks: refusing })).not.toBeNull()
  })
})

describe('in turn', () => {
  /** Locks that are had one after the other. */
  const queue = () => {
    let last: Promise<unknown> = Promise.resolve()
    const request = (_name: string, { signal }: { signal: AbortSignal }, use: () => Promise<void>) => {
      const aborted = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const had = Promise.race([last, aborted]).then(() => use())
      last = had.catch(() => {})
      return had
    }
    return { request } as unknown as LockManager
  }
  const deferred = () => {
    let resolve = () => {}
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    return { promise, resolve }
  }
  const signal = () => new AbortController().signal

  it('one tab does it, and the next one once it has ended', async () => {
    const locks = queue()
    const [first, second] = [deferred(), vi.fn(async () => {})]
    const done = inTurn('one', signal(), () => first.promise, locks)
    const next = inTurn('one', signal(), second, locks)
    await vi.advanceTimersByTimeAsync(1000)
    expect(second).not.toHaveBeenCalled()
    first.resolve()
    await Promise.all([done, next])
    expect(second).toHaveBeenCalledOnce()
  })

  it('who waits too long does it beside one that sleeps, once', async () => {
    const locks = queue()
    void inTurn('one', signal(), () => new Promise(() => {}), locks)
    const second = vi.fn(async () => {})
    const next = inTurn('one', signal(), second, locks)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(second).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await next
    expect(second).toHaveBeenCalledOnce()
  })

  it('who is given up while waiting does nothing', async () => {
    const locks = queue()
    void inTurn('one', signal(), () => new Promise(() => {}), locks)
    const [given, second] = [new AbortController(), vi.fn(async () => {})]
    const next = inTurn('one', given.signal, second, locks)
    const failed = expect(next).rejects.toMatchObject({ name: 'AbortError' })
    given.abort()
    await failed
    expect(second).not.toHaveBeenCalled()
  })

  it.each([
    ['there are no locks', null],
    ['they are refused', { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
  ])('it is done at once where %s', async (_, locks) => {
    vi.stubGlobal('navigator', {})
    const work = vi.fn(async () => {})
    await inTurn('one', signal(), work, (locks ?? undefined) as LockManager | undefined)
    vi.unstubAllGlobals()
    expect(work).toHaveBeenCalledOnce()
  })

  it('what fails fails', async () => {
    const failing = () => Promise.reject(new Error('no'))
    await expect(inTurn('one', signal(), failing, queue())).rejects.toThrow('no')
  })
})
