import { expect, it, vi } from 'vitest'
import { createPages } from './pages'

const BEFORE = {} as never
const signal = new AbortController().signal
const page = (path: string) => ({ path }) as never

it('gives the page that was fetched ahead once, and asks anew for another, an older one and one that failed', async () => {
  let now = 0
  const fetchPage = vi.fn(async (path: string) => page(path))
  const pages = createPages(fetchPage, () => now)
  pages.prefetch('/a', BEFORE)
  pages.prefetch('/a', BEFORE)
  expect(fetchPage).toHaveBeenCalledTimes(1)
  expect(await pages.fetch('/a', BEFORE, signal)).toEqual({ path: '/a' })
  expect(fetchPage).toHaveBeenCalledTimes(1)
  await pages.fetch('/a', BEFORE, signal)
  expect(fetchPage).toHaveBeenCalledTimes(2)

  pages.prefetch('/a', BEFORE)
  expect(await pages.fetch('/b', BEFORE, signal)).toEqual({ path: '/b' })

  pages.prefetch('/a', BEFORE)
  now = 5000
  const before = fetchPage.mock.calls.length
  await pages.fetch('/a', BEFORE, signal)
  expect(fetchPage).toHaveBeenCalledTimes(before + 1)

  fetchPage.mockRejectedValueOnce(new Error('offline'))
  pages.prefetch('/a', BEFORE)
  expect(await pages.fetch('/a', BEFORE, signal)).toEqual({ path: '/a' })
})
