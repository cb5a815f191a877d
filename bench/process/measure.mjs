import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** Runs a command of gateway/bench with a plan. @returns its results */
export async function measure(command, folder, plan) {
  const file = join(folder, 'plan.json')
  await writeFile(file, JSON.stringify(plan))
  const [program, ...args] = [command].flat()
  let answer = ''
  const { code, output } = await run(program, [...args, '-plan', file], {
    onOutput: (line) => {
      answer += line
    },
  })
  if (code !== 0) throw new Problem(`${program} could not measure; the reason stands above.`, output)
  return JSON.parse(answer)
}
