import { act } from 'react'
import { vi } from 'vitest'
import { fakeChain, NOW } from './chain'
import { newDocument } from './page'

/** Has time stand still at the chain's. */
const stopClock = (): void => {
  vi.useFakeTimers({
    now: NOW,
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'performance',
      'requestAnimationFrame',
    ],
  })
}

/** Lets time pass, and React show what comes of it. */
export const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))

/** What the toasts say. */
export const toasts = (): string => document.querySelector('section[aria-label]')?.textContent ?? ''

/** Has another tab ask a wallet. Answers how to end that. */
export function askElsewhere(): () => void {
  const request = async (_name: string, _options: LockOptions, use: LockGrantedCallback<unknown>) => use(null)
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  return () => Reflect.deleteProperty(navigator, 'locks')
}

// What the pages of earlier tests listen to is none of a later one's.
const listened: (() => void)[] = []
for (const target of [window, document] as EventTarget[]) {
  const add = target.addEventListener.bind(target)
  target.addEventListener = (...given: Parameters<typeof add>) => {
    listened.push(() => target.removeEventListener(...given))
    add(...given)
  }
}

/** A new document beside a chain, on a clock that only the test moves. */
export function setUpRecordsPage() {
  for (const remove of listened.splice(0)) remove()
  newDocument()
  let isHidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  stopClock()
  const hide = (hidden: boolean) => {
    isHidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { chain: fakeChain(), hide }
}
