import { expect, it, vi } from 'vitest'
import { createListeners } from './cell'

it('a listener that throws keeps none of the others from hearing, and is told as an error of the page', () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const { subscribe, tell } = createListeners()
  const heard = vi.fn()
  const broken = new Error('broken')
  subscribe(() => {
    throw broken
  })
  subscribe(heard)
  tell()
  expect(heard).toHaveBeenCalledOnce()
  expect(told).toHaveBeenCalledExactlyOnceWith(broken)
  vi.unstubAllGlobals()
})
