// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  allStored,
  atFirstSign,
  copyText,
  parseJson,
  readStored,
  removeStored,
  store,
  subscribeToStorage,
  whenIdle,
} from './index'

beforeEach(() => localStorage.clear())

describe('what is stored', () => {
  it('is read as it was kept, until it is removed', () => {
    expect([readStored('a'), store('a', 'one'), readStored('a'), allStored()]).toEqual([
      null,
      true,
      'one',
      [['a', 'one']],
    ])
    removeStored('a')
    expect(readStored('a')).toBeNull()
  })

  it('is nothing where the browser refuses storage, which nobody has to expect', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError')
    })
    removeStored('a')
    expect([store('a', 'one'), readStored('a'), allStored()]).toEqual([false, null, []])
  })

  it('is not kept where there is no room left', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(store('a', 'one')).toBe(false)
  })

  it('is told when another tab changes what is meant, or clears all, until nobody listens', () => {
    const listener = vi.fn()
    const stop = subscribeToStorage((key) => key === 'a', listener)
    const change = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }))
    for (const key of ['b', 'a', null]) change(key)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    change('a')
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('is told to a page that comes back, which has heard of no change while the browser had set it aside', () => {
    const listener = vi.fn()
    const stop = subscribeToStorage(() => false, listener)
    const show = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
    for (const persisted of [false, true]) show(persisted)
    expect(listener).toHaveBeenCalledOnce()
    stop()
    show(true)
    expect(listener).toHaveBeenCalledOnce()
  })
})

it('reads JSON, and takes what is none for nothing', () => {
  expect([parseJson('{"a":1}'), parseJson('{'), parseJson(null)]).toEqual([{ a: 1 }, undefined, undefined])
})

it('copies a text, and says when the browser does not let it', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect([await copyText('a'), writeText.mock.calls]).toEqual([true, [['a']]])
  writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  expect(await copyText('a')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyText('a')).toBe(false)
})

it('calls once the page is idle, and at once in a browser that cannot tell; not when it was stopped', () => {
  vi.useFakeTimers()
  const call = vi.fn()
  whenIdle(call)()
  vi.runAllTimers()
  expect(call).not.toHaveBeenCalled()
  whenIdle(call)
  vi.runAllTimers()
  expect(call).toHaveBeenCalledOnce()
  const [cancel, request] = [vi.fn(), vi.fn(() => 7)]
  vi.stubGlobal('requestIdleCallback', request)
  vi.stubGlobal('cancelIdleCallback', cancel)
  whenIdle(call)()
  expect([request.mock.calls, cancel.mock.calls]).toEqual([[[call, { timeout: 2000 }]], [[7]]])
  vi.useRealTimers()
})

it("calls at the visitor's first sign, once, and not for a move that was none", () => {
  const call = vi.fn()
  const move = (movementX: number, movementY: number) =>
    dispatchEvent(Object.assign(new Event('pointermove'), { movementX, movementY }))
  atFirstSign(call)
  move(0, 0)
  expect(call).not.toHaveBeenCalled()
  move(0, 1)
  dispatchEvent(new Event('scroll'))
  expect(call).toHaveBeenCalledOnce()
  atFirstSign(call)()
  dispatchEvent(new Event('keydown'))
  expect(call).toHaveBeenCalledOnce()
})
