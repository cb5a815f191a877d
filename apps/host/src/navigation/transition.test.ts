import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTransition } from './transition'

let tellOfLongTask = () => {}
let asked: unknown[]

beforeEach(() => {
  asked = []
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(heard: () => void) {
        tellOfLongTask = heard
      }
      observe(options: unknown) {
        asked.push(options)
      }
    },
  )
})

afterEach(() => {
  Object.assign(document, { startViewTransition: undefined })
})

const motion = (isStill: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isStill }))

/** A browser with view transitions, in which each is skipped: another one came. */
function withTransitions() {
  const startViewTransition = vi.fn((change: () => void) => ({
    updateCallbackDone: Promise.resolve().then(change),
    ready: Promise.reject(new DOMException('skipped', 'AbortError')),
    finished: Promise.reject(new DOMException('skipped', 'AbortError')),
  }))
  Object.assign(document, { startViewTransition })
  return startViewTransition
}

it.each([
  ['where the browser has none', false, false, 0],
  ['where the visitor wants no motion', true, true, 0],
  ['as a view transition otherwise, skipped or not', true, false, 1],
])('changes the page once, %s', async (_, has, isStill, transitions) => {
  motion(isStill)
  const start = has ? withTransitions() : vi.fn()
  const change = vi.fn()
  await createTransition(window)(change)
  expect(change).toHaveBeenCalledOnce()
  expect(start).toHaveBeenCalledTimes(transitions)
})

it('changes it at once after a long task, also one before this script, and as a transition again when none came since', async () => {
  motion(false)
  const start = withTransitions()
  const change = vi.fn()
  const transition = createTransition(window)
  expect(asked).toEqual([{ type: 'longtask', buffered: true }])
  tellOfLongTask()
  await transition(change)
  expect([change.mock.calls.length, start.mock.calls.length]).toEqual([1, 0])
  await transition(change)
  expect([change.mock.calls.length, start.mock.calls.length]).toEqual([2, 1])
})

it('fails when the change fails, so that the page is loaded in full', async () => {
  motion(false)
  withTransitions()
  const change = () => {
    throw new Error('no lineup')
  }
  await expect(createTransition(window)(change)).rejects.toThrow('no lineup')
})
