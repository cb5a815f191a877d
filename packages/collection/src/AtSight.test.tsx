// @vitest-environment jsdom
import { clearShown, inRoot, show, testRoot } from '@fieldhouse/edition-kit/testing'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AtSight } from './AtSight'

afterEach(async () => {
  await clearShown()
})

it('is told once, and asked for again when it comes into sight once more, where it could not be had', async () => {
  let see: (entries: { isIntersecting: boolean }[]) => void = () => {}
  const disconnect = vi.fn(() => {
    see = () => {}
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof see) {
        see = told
      }
      observe = () => {}
      disconnect = disconnect
    },
  )
  const load = vi.fn(async () => () => <p>Seen</p>)
  for (const _ of [1, 2]) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const report = vi.fn()
  const { container } = await show(inRoot(<AtSight load={load} props={{}} />, { ...testRoot(), report }))
  const scroll = (isIntersecting: boolean) => act(async () => see([{ isIntersecting }]))
  await scroll(false)
  expect(load).not.toHaveBeenCalled()
  await scroll(true)
  expect([load.mock.calls.length, container.textContent]).toEqual([1, ''])
  await scroll(false)
  await scroll(true)
  // The host offers a new document: a browser may remember what failed.
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'remote' }))
  await scroll(false)
  await scroll(true)
  expect([load.mock.calls.length, container.textContent]).toEqual([3, 'Seen'])
  expect(disconnect).toHaveBeenCalledOnce()
})
