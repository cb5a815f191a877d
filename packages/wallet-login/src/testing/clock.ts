import { act } from 'react'
import { vi } from 'vitest'
import { NOW } from './chain'

/** Has time stand still at the chain's. */
export const stopClock = (): void => {
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
