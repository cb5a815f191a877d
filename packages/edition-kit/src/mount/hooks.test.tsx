// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearShown, show } from '../testing'
import { useLater } from './hooks'

afterEach(async () => {
  await clearShown()
  vi.useRealTimers()
})

type Part = { word: string }

function Later({ load }: { load: () => Promise<Part> }) {
  return useLater(load, 4000)?.word ?? 'not there'
}

/** Shows what a module has that cannot be had at first. */
async function open(load: () => Promise<Part>) {
  vi.useFakeTimers()
  const { container } = await show(<Later load={load} />)
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  return { container, pass }
}

it('asks again for a module that could not be had', async () => {
  const load = vi.fn(async (): Promise<Part> => Promise.reject(new TypeError('Failed to fetch')))
  const { container, pass } = await open(load)
  await pass(4000)
  expect([load.mock.calls.length, container.textContent]).toEqual([1, 'not there'])
  await pass(5000)
  expect(load).toHaveBeenCalledTimes(2)
  load.mockResolvedValue({ word: 'there' })
  await pass(10_000)
  expect([load.mock.calls.length, container.textContent]).toEqual([3, 'there'])
})

it('asks no more once nobody wants it, also where that was while it was asked for', async () => {
  let fail = () => {}
  const load = vi.fn(
    () =>
      new Promise<Part>((_, reject) => {
        fail = () => reject(new TypeError('Failed to fetch'))
      }),
  )
  const { pass } = await open(load)
  await pass(4000)
  await clearShown()
  fail()
  await pass(60_000)
  expect(load).toHaveBeenCalledOnce()
})
