import { expect, it, vi } from 'vitest'
import { FIRST_REFRESH, refreshWhileWatched } from '../refresh'
import { createStore } from '../store/store'

const setUp = () => {
  const store = createStore()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const poller = { run: vi.fn(), pause: vi.fn() }
  const other = { run: vi.fn(), pause: vi.fn() }
  const stop = refreshWhileWatched({ rowDrops: poller, medianPrice: other }, store, page as unknown as Document)
  return { store, show, poller, other, stop }
}

it('runs only what somebody listens to', () => {
  const { store, poller, other } = setUp()
  expect(poller.run).not.toHaveBeenCalled()
  const stopListening = store.subscribe('rowDrops', () => {})
  expect(poller.run).toHaveBeenCalledTimes(1)
  expect(other.run).not.toHaveBeenCalled()
  poller.pause.mockClear()
  stopListening()
  expect(poller.pause).toHaveBeenCalledTimes(1)
})

it('asks at once for what is not known, and a little later for what came with the page', () => {
  const { store, poller, other } = setUp()
  store.set('medianPrice', 200n)
  store.subscribe('rowDrops', () => {})
  store.subscribe('medianPrice', () => {})
  expect(poller.run).toHaveBeenCalledWith(0)
  expect(other.run).toHaveBeenCalledWith(FIRST_REFRESH)
})

it('pauses while the page is hidden and asks at once when it is back', () => {
  const { store, show, poller, other } = setUp()
  store.subscribe('rowDrops', () => {})
  poller.run.mockClear()
  show('hidden')
  expect(poller.pause).toHaveBeenCalled()
  expect(poller.run).not.toHaveBeenCalled()
  show('visible')
  expect(poller.run).toHaveBeenCalledExactlyOnceWith(0)
  expect(other.run).not.toHaveBeenCalled()
})

it('does not start in a hidden page', () => {
  const { store, show, poller } = setUp()
  show('hidden')
  store.subscribe('rowDrops', () => {})
  expect(poller.run).not.toHaveBeenCalled()
})

it('ends for good', () => {
  const { store, show, poller, stop } = setUp()
  store.subscribe('rowDrops', () => {})
  stop()
  poller.run.mockClear()
  show('visible')
  store.subscribe('medianPrice', () => {})
  expect(poller.pause).toHaveBeenCalled()
  expect(poller.run).not.toHaveBeenCalled()
})
