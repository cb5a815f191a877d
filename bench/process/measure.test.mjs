import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inTurns } from './measure.mjs'
import { processorCosts } from './processor.mjs'

it('measures every side in every round, and another one first each time', async () => {
  const order = []
  const measured = await inTurns(3, ['a', 'b'], async (side) => order.push(side))
  expect(order.join('')).toBe('abbaab')
  expect(measured).toEqual([
    [1, 4, 5],
    [2, 3, 6],
  ])
})

it('knows what each request of a side costs its server', async () => {
  const spent = { 1: 0, 2: 0 }
  const asked = []
  const load = async ({ name, pid, each }, times) => {
    asked.push([name, times])
    spent[pid] += each * times
  }
  const sides = [
    { name: 'dear', pid: 1, each: 30 },
    { name: 'cheap and slow', pid: 2, each: 10, requests: 40 },
  ]
  const clock = async (pid) => async () => spent[pid]
  expect(await processorCosts(load, { rounds: 2, requests: 100, sides, idle: 1 }, clock)).toEqual([
    { name: 'dear', costs: [30, 30], idleShare: 0 },
    { name: 'cheap and slow', costs: [10, 10], idleShare: 0 },
  ])
  // The first of each warms it.
  expect(asked.slice(0, 4).map(([, times]) => times)).toEqual([25, 10, 100, 40])
})

it.skipIf(!existsSync('/proc/self/stat'))('does not measure a server that is not there', async () => {
  const sides = [{ name: 'gone', pid: 2 ** 30 }]
  await expect(processorCosts(async () => {}, { rounds: 1, requests: 1, sides })).rejects.toThrow('ENOENT')
})
