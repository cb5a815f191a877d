import { expect, it, vi } from 'vitest'
import { createCell } from './store'

it('tells those who listen, after the change and only for a change', () => {
  const cell = createCell('a')
  const seen: string[] = []
  const stop = cell.subscribe(() => seen.push(cell.get()))
  cell.set('a')
  cell.set('b')
  stop()
  cell.set('c')
  expect([seen, cell.get()]).toEqual([['b'], 'c'])
})

it('counts the same function twice when it subscribes twice', () => {
  const cell = createCell(0)
  const listener = vi.fn()
  cell.subscribe(listener)()
  cell.subscribe(listener)
  cell.set(1)
  expect(listener).toHaveBeenCalledTimes(1)
})
