import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdPurchases } from './lock'

/** What two tabs without Web Locks share, and the clock by which they wait. */
function tabs() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  let time = 1_700_000_000_000
  const due: (() => void)[] = []
  const options = {
    locks: undefined,
    storage,
    now: () => time,
    wait: () => new Promise<void>((resolve) => due.push(resolve)),
  }
  return {
    hold: () => holdPurchases(options),
    /** All have waited. */
    settle: () => {
      for (const resolve of due.splice(0)) resolve()
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
