import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { environment, start, stop } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

let plans = 0

/**
 * Starts a command of gateway/bench with a plan.
 * @param {string[]} before what goes before the command, such as the core that it runs on
 * @returns `{results, stop}`; `stop` ends a load that has no end of its own, and answers its results
 */
export async function begin({ bench }, command, folder, plan, before = []) {
  const file = join(folder, `plan-${plans++}.json`)
  await writeFile(file, JSON.stringify(plan))
  const [program, ...args] = [...before, bench, command, file]
  let answer = ''
  const said = []
  const onOutput = (line) => {
    answer += line
  }
  const running = start(program, args, { env: environment(), onLine: (line) => said.push(line), onOutput })
  const results = running.ended.then(({ code }) => {
    if (code !== 0) throw new Problem(`bench ${command} could not measure; the reason stands above.`, said.join('\n'))
    return JSON.parse(answer)
  })
  // Whoever waits for it hears of it.
  results.catch(() => {})
  return { results, stop: () => stop(running).then(() => results) }
}

/** Measures a plan to its end. @returns its results */
export const measure = async (...command) => (await begin(...command)).results

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
