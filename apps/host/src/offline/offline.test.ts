import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createNotice } from '../notice/notice'
import { startOffline } from './offline'

const page = { path: '/football/cards', title: 'Cards', language: 'en', edition: 'football', lineup: {} }

const notice = createNotice(
  document,
  () => 'en',
  (bar) => document.body.append(bar),
)

const bar = () => document.querySelector('.fh-notice')

let stop: AbortController

beforeEach(() => {
  // A page listens for as long as it lives; a test's must not hear the next one.
  stop = new AbortController()
  const add = window.addEventListener.bind(window) as (...all: unknown[]) => void
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    add(type, listener, { signal: stop.signal })
  })
})

afterEach(() => {
  stop.abort()
})

/** Starts on a document that came with an address; tells what the page says to the worker. */
async function openedAt(address: string) {
  const postMessage = vi.fn()
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve({ active: { postMessage } }),
    register: vi.fn(),
    startMessages: vi.fn(),
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.spyOn(performance, 'getEntriesByType').mockImplementation((type) =>
    type === 'navigation' ? [{ name: new URL(address, location.href).href } as PerformanceEntry] : [],
  )
  await startOffline('/_worker.js', { window, page: () => page as never, notice, reload: vi.fn() })
  return { told: postMessage.mock.calls.map(([shown]) => shown), serviceWorker }
}

it.each([
  ['/football/cards', true],
  // The browser may have the path alone from another day, of a release that is withdrawn by now.
  ['/football/cards?lang=es', false],
  ['/football/cards?partner=courtside', false],
  // The visitor has gone on in the page before it was idle.
  ['/football', false],
])(
  'of a document that came with %s, the worker is told that the browser has the page: %s',
  async (address, isLoaded) => {
    expect((await openedAt(address)).told).toMatchObject([{ path: '/football/cards', isLoaded }])
  },
)

it('says what is missing again once the connection is back, and how to get it', async () => {
  await openedAt('/football/cards')
  const again = vi.fn()
  dispatchEvent(new Event('offline'))
  expect(bar()?.textContent).toMatch(/^You’re offline\./)
  // What could not be loaded while there was no connection.
  notice.show(again)
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
  expect(bar()?.textContent).toMatch(/^Part of this page could not be loaded\./)
  bar()?.querySelector('button')?.click()
  expect(again).toHaveBeenCalledOnce()
  notice.hide()
  expect(bar()).toBeNull()
})

it.each([
  [true, false],
  [false, true],
])(
  'says of a page that comes back from aside, online: %s, whether there is a connection by now',
  async (onLine, said) => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!onLine)
    await openedAt('/football/cards')
    expect(bar() !== null).toBe(!said)
    isOnline.mockReturnValue(onLine)
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(bar() !== null).toBe(said)
    dispatchEvent(new Event('online'))
  },
)

it('goes on saying of when a kept page is as the last of the network goes', async () => {
  const { serviceWorker } = await openedAt('/football/cards')
  serviceWorker.dispatchEvent(new MessageEvent('message', { data: { keptAt: Date.UTC(2026, 10, 27, 14) } }))
  dispatchEvent(new Event('offline'))
  expect(bar()?.textContent).toContain('This page is from 27 Nov 2026, 14:00 UTC.')
})
