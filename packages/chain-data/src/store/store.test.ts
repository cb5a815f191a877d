import { expect, it, vi } from 'vitest'
import { createCell, createListeners, createStore } from './store'

it('tells those who listen to a name, after the change and only for a change', () => {
  const store = createStore()
  const seen: unknown[] = []
  const other = vi.fn()
  const stop = store.subscribe('medianPrice', () => seen.push(store.get('medianPrice')))
  store.subscribe('rowDrops', other)
  store.set('medianPrice', 200n)
  store.set('medianPrice', 200n)
  store.set('medianPrice', 201n)
  stop()
  store.set('medianPrice', 202n)
  expect(seen).toEqual([200n, 201n])
  expect(other).not.toHaveBeenCalled()
})

it('tells demand at the first and after the last listener', () => {
  const store = createStore()
  const demand: boolean[] = []
  const stop = store.watchDemand('rowDrops', (isWanted) => demand.push(isWanted))
  const first = store.subscribe('rowDrops', () => {})
  const second = store.subscribe('rowDrops', () => {})
  first()
  second()
  expect(demand).toEqual([true, false])
  stop()
  store.subscribe('rowDrops', () => {})
  expect(demand).toEqual([true, false])
})

it('tells a late watcher of the demand there is', () => {
  const store = createStore()
  store.subscribe('rowDrops', () => {})
  const onDemand = vi.fn()
  store.watchDemand('rowDrops', onDemand)
  store.watchDemand('medianPrice', () => expect.unreachable())
  expect(onDemand).toHaveBeenCalledExactlyOnceWith(true)
})

it('counts the same function twice when it subscribes twice', () => {
  const cell = createCell(0)
  const listener = vi.fn()
  const stop = cell.subscribe(listener)
  cell.subscribe(listener)
  stop()
  stop()
  cell.set(1)
  expect(listener).toHaveBeenCalledTimes(1)
})

it('calls the other listeners when one throws, and reports that error', () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { subscribe, emit } = createListeners()
  const heard = vi.fn()
  const broken = new Error('broken')
  subscribe(() => {
    throw broken
  })
  subscribe(heard)
  emit()
  expect(heard).toHaveBeenCalledOnce()
  expect(reported).toHaveBeenCalledExactlyOnceWith(broken)
})
