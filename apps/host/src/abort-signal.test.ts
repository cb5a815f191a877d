import { afterEach, expect, it, vi } from 'vitest'

vi.mock('./start', () => ({ start: () => undefined }))

const own = AbortSignal.any

afterEach(() => {
  AbortSignal.any = own
})

it('gives a signal that ends with the first of several, for its reason, to a browser that has none', async () => {
  Object.assign(AbortSignal, { any: undefined })
  vi.resetModules()
  await import('./index')
  const [one, other] = [new AbortController(), new AbortController()]
  const either = AbortSignal.any([one.signal, other.signal])
  expect(either.aborted).toBe(false)
  other.abort('left')
  one.abort('late')
  expect([either.aborted, either.reason]).toEqual([true, 'left'])
  expect(AbortSignal.any([new AbortController().signal, one.signal]).reason).toBe('late')
})

it("leaves a browser's own alone", async () => {
  vi.resetModules()
  await import('./abort-signal')
  expect(AbortSignal.any).toBe(own)
})
