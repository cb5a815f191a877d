import { vi } from 'vitest'

/** Has time-outs go by the fake clock. */
export const fakeTimeOuts = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const late = new AbortController()
    setTimeout(() => late.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds)
    return late.signal
  })
}
