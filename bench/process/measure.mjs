import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

let plans = 0

/**
 * Measures a plan with a command of gateway/bench.
 * @param {string[]} before what goes before the command, such as the core that it runs on
 * @returns its results
 */
export async function measure({ bench }, command, folder, plan, before = []) {
  const file = join(folder, `plan-${plans++}.json`)
  await writeFile(file, JSON.stringify(plan))
  const [program, ...args] = [...before, bench, command, file]
  const results = []
  const { code, output } = await run(program, args, { onOutput: (line) => results.push(line) })
  if (code !== 0) throw new Problem(`bench ${command} could not measure; the reason stands above.`, output)
  return JSON.parse(results.join(''))
}

/**
 * Measures all sides in every round. They take turns in going first, so that what the machine does meanwhile meets them alike.
 * @param {(side, at: number) => Promise} measured
 * @returns what was measured: for each side an array by round
 */
export async function inTurns(rounds, sides, measured) {
  const all = sides.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const at = (round + turn) % sides.length
      all[at].push(await measured(sides[at], at))
    }
  }
  return all
}
