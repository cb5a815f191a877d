import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { abortable, wait, within } from './waiting'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('abortable', () => {
  it('begins nothing when the signal says so already', async () => {
    const begin = vi.fn()
    await expect(abortable(AbortSignal.abort('left'), begin)).rejects.toBe('left')
    expect(begin).not.toHaveBeenCalled()
  })

  it('rejects with the reason as soon as the signal says so, and stops what it began', async () => {
    const controller = new AbortController()
    const stop = vi.fn()
    const ended = abortable(controller.signal, () => stop)
    controller.abort('left')
    await expect(ended).rejects.toBe('left')
    expect(stop).toHaveBeenCalledOnce()
  })

  it.each<[string, Parameters<typeof abortable<string>>[1]]>([
    ['resolved', (resolve) => void resolve('done')],
    ['rejected', (_, reject) => void reject('failed')],
  ])('does not listen to the signal any more once it is %s', async (_, begin) => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    await abortable(signal, begin).catch(() => {})
    expect(removed).toHaveBeenCalledWith('abort', expect.any(Function))
  })

  it('needs no signal', async () => {
    expect(await abortable(undefined, (resolve) => void resolve('done'))).toBe('done')
  })
})

it('wait ends with its time, or with the signal and without its timer', async () => {
  const controller = new AbortController()
  const ended = vi.fn()
  const waits = [wait(1000).then(ended), wait(1000, controller.signal).catch(ended)]
  controller.abort('left')
  await waits[1]
  expect(ended).toHaveBeenCalledExactlyOnceWith('left')
  vi.advanceTimersByTime(1000)
  await waits[0]
  expect(ended).toHaveBeenCalledTimes(2)
})

it('within gives what comes in time, and an error that says what did not', async () => {
  expect(await within(1000, Promise.resolve('here'), 'fetching')).toBe('here')
  const late = within(1000, new Promise(() => {}), 'fetching a wallet')
  vi.advanceTimersByTime(1000)
  await expect(late).rejects.toThrow('fetching a wallet: no answer in 1000 ms')
})
