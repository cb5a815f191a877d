import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FIRST_EVENT, SILENCE, stream } from './stream'
import { type OpenedStream, serveStreams } from './testing/event-source'

let opened: OpenedStream[]
let told: unknown[]

beforeEach(() => {
  vi.useFakeTimers()
  opened = serveStreams()
  told = []
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  expect(opened.every(({ isClosed }) => isClosed)).toBe(true)
  vi.useRealTimers()
})

/** Opens one, and answers how it ended. */
const open = (signal = new AbortController().signal, take: (event: unknown) => void = (event) => told.push(event)) => {
  const ended = stream('/_page/data?rowDrops=', take, signal).then(
    () => 'over',
    (error: Error) => error.message,
  )
  return { ended, source: opened.at(-1) as OpenedStream }
}

it('hands over what comes until it is over, and leaves coming back to its caller', async () => {
  const { ended, source } = open()
  expect(source.url).toBe('/_page/data?rowDrops=')
  source.tell({ rowDrops: { version: '1' } })
  await vi.advanceTimersByTimeAsync(SILENCE - 1)
  source.tell({})
  await vi.advanceTimersByTimeAsync(SILENCE - 1)
  source.fail()
  expect([await ended, told]).toEqual(['over', [{ rowDrops: { version: '1' } }, {}]])
})

it.each([
  ['is refused', (source: OpenedStream) => source.fail(), 'it tells no changes'],
  ['is held back by a proxy', () => vi.advanceTimersByTime(FIRST_EVENT), `no event for ${FIRST_EVENT} ms`],
  [
    'falls silent',
    (source: OpenedStream) => {
      source.tell({})
      vi.advanceTimersByTime(SILENCE)
    },
    `no event for ${SILENCE} ms`,
  ],
  ['tells what is no JSON', (source: OpenedStream) => source.tell('<!DOCTYPE html>'), 'JSON'],
])('fails when it %s', async (_when, happen, message) => {
  const { ended, source } = open()
  happen(source)
  expect(await ended).toContain(message)
})

it('ends with its signal, and with what cannot be taken', async () => {
  const left = new AbortController()
  const first = open(left.signal)
  left.abort(new Error('the page is hidden'))
  first.source.tell({ late: true })
  const second = open(undefined, () => {
    throw new Error('ours')
  })
  second.source.tell({})
  expect([await first.ended, await second.ended, told]).toEqual(['the page is hidden', 'ours', []])
})
