import { expect, it, vi } from 'vitest'
import { createListeners } from './store'

it('a listener that throws keeps none of the others from hearing, and is told as an error of the page', () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const { subscribe, notify } = createListeners()
  const heard = vi.fn()
  const broken = new Error('broken')
  subscribe(() => {
    throw broken
  })
  subscribe(heard)
  notify()
  expect(heard).toHaveBeenCalledOnce()
  expect(told).toHaveBeenCalledExactlyOnceWith(broken)
  vi.unstubAllGlobals()
})
