import { expect, it, vi } from 'vitest'
import { loadLine } from './load'

const chunk = vi.hoisted(() => ({ fetched: 0 }))
vi.mock('./index', () => {
  chunk.fetched += 1
  if (chunk.fetched === 1) throw new Error('the chunk could not be had')
  return { InLine: () => null }
})

it("fetches the line's chunk when somebody stands in line, and again when it could not be had", async () => {
  expect(chunk.fetched).toBe(0)
  await expect(loadLine()).rejects.toThrow()
  vi.resetModules()
  await expect(loadLine()).resolves.toHaveProperty('InLine')
})
