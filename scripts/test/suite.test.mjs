import { expect, it } from 'vitest'
import { Problem } from '../lib/problem.mjs'
import { result } from './counts.mjs'
import { Suite } from './suite.mjs'

const silent = { note: () => {}, step: () => ({ done: () => {}, fail: () => {}, elapsed: () => 1000 }) }

async function closed(...steps) {
  const suite = new Suite(silent)
  for (const [name, run] of steps) await suite.step(name, '', run)
  const lines = []
  return { code: suite.close((line) => lines.push(line)), last: lines.at(-1), text: lines.join('\n') }
}

it('adds the steps up and ends with 0 when all passed', async () => {
  const { code, last } = await closed(['a', async () => result(2)], ['b', async () => result(3, 0, 1)])
  expect({ code, last }).toEqual({ code: 0, last: '5 passed, 0 failed, 1 skipped' })
})

it('ends with 1 and names what failed', async () => {
  const { code, last, text } = await closed(
    ['a', async () => result(2, 1, 0, ['the door\nopened inwards'])],
    ['b', async () => result(1)],
  )
  expect({ code, last }).toEqual({ code: 1, last: '3 passed, 1 failed' })
  expect(text).toContain('the door')
  expect(text).toContain('opened inwards')
})

it('says at the end both ends of what a failed test said, and not what is between them', async () => {
  const said = Array.from({ length: 40 }, (_, line) => `line ${line + 1}.`).join('\n')
  const { text } = await closed(['a', async () => result(0, 1, 0, [said])])
  expect(text).toMatch(/line 8\.\n.*24 lines\n.*line 33\./)
  expect(text).not.toContain('line 9.')
})

it('counts a step that throws as one failure', async () => {
  const { code, last } = await closed([
    'a',
    async () => {
      throw new Problem('no door', 'knock knock')
    },
  ])
  expect({ code, last }).toEqual({ code: 1, last: '0 passed, 1 failed' })
})

it('counts a step that could not run as a failure', () => {
  const suite = new Suite(silent)
  suite.skip('browser', 'nothing was built')
  expect(suite.close(() => {})).toBe(1)
})

it('ends with 1 when no test ran at all', async () => {
  expect((await closed(['a', async () => result()])).code).toBe(1)
})
