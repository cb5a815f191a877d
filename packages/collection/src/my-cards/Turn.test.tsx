// @vitest-environment jsdom
import { clearShown, show } from '@fieldhouse/edition-kit/testing'
import { deck } from '@fieldhouse/holdings/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CardLink, Turn } from './CardLink'

let frames: FrameRequestCallback[] = []
let now = 0

beforeEach(() => {
  frames = []
  now = 1000
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
})
afterEach(async () => {
  await clearShown()
  // Nobody waits any more: the last frame sees it.
  while (frames.length > 0) await frame(0)
})

/** The next frame, so many milliseconds after the one before. */
const frame = (after: number) =>
  act(async () => {
    now += after
    for (const each of frames.splice(0)) each(now)
  })

const Cards = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number.
    <li key={index}>
      <Turn>
        <b />
      </Turn>
    </li>
  ))

/** How many are drawn in each of so many frames. */
async function drawn(container: Element, frameTimes: readonly number[]): Promise<number[]> {
  const counts: number[] = []
  for (const time of frameTimes) {
    const before = container.querySelectorAll('b').length
    await frame(time)
    counts.push(container.querySelectorAll('b').length - before)
  }
  return counts
}

it('keeps the places of all, and draws in each frame as many as the machine manages: one at least, twelve at most', async () => {
  const { container } = await show(<Cards count={140} />)
  expect([container.querySelectorAll('li').length, container.querySelectorAll('b').length]).toEqual([140, 0])
  const slow = await drawn(container, Array(8).fill(200))
  expect(slow.slice(-2)).toEqual([1, 1])
  expect(await drawn(container, Array(12).fill(16))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12])
  expect(await drawn(container, [33, 33])).toEqual([12, 12])
  while (frames.length > 0) await frame(16)
  expect(container.querySelectorAll('b').length).toBe(140)
})

it('draws nothing of what left before its turn came, and what came instead', async () => {
  await show(<Cards count={50} />)
  await clearShown()
  const { container } = await show(<Cards count={2} />)
  await drawn(container, [16, 16, 16])
  expect([container.querySelectorAll('b').length, frames.length]).toEqual([2, 0])
})

it('says which copy a card is once the index has numbered it', async () => {
  const link = (mint: number) => (
    <CardLink card={{ id: '1', templateId: 700001, mint }} edition="football" deck={deck} />
  )
  const { container, render } = await show(link(0))
  await frame(16)
  const said = () => container.querySelector('[role=img]')?.getAttribute('aria-label')
  expect(said()).toContain('copy —')
  await render(link(7))
  expect(said()).toContain('copy 7')
})
