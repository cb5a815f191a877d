import { expect, it } from 'vitest'
import { besideBusyLoops } from './busy.mjs'

const isRunning = ({ child }) => child.exitCode === null && child.signalCode === null

it('keeps as many loops running as it is told while the work goes on, and answers what it answers', async () => {
  let seen
  const answer = await besideBusyLoops(2, async (loops) => {
    seen = loops
    expect(loops.map(isRunning)).toEqual([true, true])
    return 'done'
  })
  expect(answer).toBe('done')
  expect(seen.map(isRunning)).toEqual([false, false])
})

it('ends them with work that fails', async () => {
  let seen
  const failed = besideBusyLoops(1, async (loops) => {
    seen = loops
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(seen.map(isRunning)).toEqual([false])
})

it('lets no loop outlive its time', async () => {
  await besideBusyLoops(1, async ([{ ended }]) => expect(await ended).toMatchObject({ code: 0 }), 0)
})
