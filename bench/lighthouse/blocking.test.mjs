import { expect, it } from 'vitest'
import { processorBlocking } from './blocking.mjs'

const task = (at, processor, more = {}) => ({
  name: 'RunTask',
  pid: 7,
  tid: 1,
  ts: at * 1000,
  dur: 100_000,
  tdur: processor * 1000,
  ...more,
})

const page = (...tasks) => [
  { name: 'navigationStart', pid: 6, ts: 0, args: { data: { documentLoaderURL: 'about:blank' } } },
  { name: 'navigationStart', pid: 7, ts: 1000, args: { data: { documentLoaderURL: 'http://localhost/' } } },
  { name: 'ParseHTML', pid: 7, tid: 1, ts: 2000, dur: 1000 },
  { name: 'firstContentfulPaint', pid: 7, tid: 1, ts: 500_000 },
  ...tasks,
]

it('sums what tasks take beyond 50 ms on a processor a quarter as fast, whatever the clock says', () => {
  expect(processorBlocking(page(task(600, 20), task(800, 12), task(1000, 15)))).toBe(30 + 10)
})

it('counts from the first contents on, and the main thread of the page alone', () => {
  const others = [task(300, 90), task(600, 90, { tid: 2 }), task(600, 90, { pid: 6 })]
  expect(processorBlocking(page(...others))).toBe(0)
})
