// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearShown, markupOf, show } from '../testing/in-root'
import { Countdown } from './Countdown'

const clock = vi.hoisted(() => {
  let now: number | null = null
  const listeners = new Set<() => void>()
  return {
    set: (next: number | null) => {
      now = next
      for (const listener of listeners) listener()
    },
    now: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
})

vi.mock('@fieldhouse/chain-data', async () => {
  const { useSyncExternalStore } = await import('react')
  return {
    useGatewayNow: () => useSyncExternalStore(clock.subscribe, clock.now, () => null),
  }
})

const TARGET = '2023-11-27T14:00:00Z'
const END = Date.parse(TARGET)
const countdown = <Countdown target={TARGET} label="Next sale in:" />

beforeEach(() => clock.set(null))
afterEach(clearShown)

const spoken = (container: Element) => container.querySelector('[aria-live]')?.textContent
const timer = (container: Element) => container.querySelector('[role=timer]')?.textContent
const tick = (now: number) => act(async () => clock.set(now))

it('is prerendered with empty cells and without a time', () => {
  const markup = markupOf(countdown)
  expect(markup).not.toMatch(/<b>[0-9]/)
  expect(markup).not.toContain('2023')
  expect(markup).not.toContain('style=')
})

it('counts down in whole words for those who hear it', async () => {
  clock.set(END - (2 * 86400 + 4 * 3600 + 13 * 60) * 1000)
  const { container } = await show(countdown)
  expect(timer(container)).toBe('2 days 4 hours 13 minutes')
})

it('says so in Spanish', async () => {
  clock.set(END - 86400_000)
  const { container } = await show(countdown, 'es')
  expect(timer(container)).toBe('1 día 0 horas 0 minutos')
})

it('is quiet while it ticks and speaks when it passes a threshold', async () => {
  clock.set(END - 3602_000)
  const { container } = await show(countdown)
  expect(spoken(container)).toBe('')
  await tick(END - 3601_000)
  expect(spoken(container)).toBe('')
  await tick(END - 3600_000)
  expect(spoken(container)).toBe('Next sale in: 0 days 1 hour 0 minutes 0 seconds')
  await tick(END - 3599_000)
  expect(spoken(container)).toBe('Next sale in: 0 days 1 hour 0 minutes 0 seconds')
})

it("reads 'Grab your pack now!' when it ends", async () => {
  clock.set(END - 1000)
  const { container } = await show(countdown)
  expect(container.textContent).not.toContain('Grab your pack now!')
  await tick(END)
  expect(container.textContent).toContain('Grab your pack now!')
  expect(timer(container)).toBeUndefined()
})

it.each([
  [undefined, 'Grab your pack now!'],
  ['Closing now', 'Closing now'],
])('says at the end what stands there then: %s', async (ended, words) => {
  clock.set(END - 1000)
  const { container } = await show(<Countdown target={TARGET} label="Ends in" {...(ended && { ended })} />)
  await tick(END)
  expect(spoken(container)).toBe(words)
})
