import { join } from 'node:path'
import { environment, run } from './lib/child.mjs'
import { install } from './lib/install.mjs'
import { lineOf, newEdition } from './lib/new-edition.mjs'
import { root, tools } from './lib/paths.mjs'
import { main, Problem } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireNode } from './lib/requirements.mjs'

/**
 * `npm run new-edition <name> ["<English name>" ["<Spanish name>"]]`: makes an edition of the template and says what shows
 * it. It asks nothing, and needs no network where the packages are installed.
 */
main(async () => {
  requireNode()
  const [name, english = name && name[0].toUpperCase() + name.slice(1), spanish = english, ...more] =
    process.argv.slice(2)
  if (!name || more.length > 0)
    throw new Problem(
      'Name it: npm run new-edition rugby, or npm run new-edition rugby "Rugby union" "Rugby a quince".',
    )
  // What follows would fail half-way without them.
  await install(new Progress())
  const folders = await newEdition({ root, name, names: [english, spanish] })
  const steps = [
    // Other names have other lengths and another order.
    [join(tools, 'biome'), ['check', '--write', ...folders]],
    // What is new is in the workspace: npm links it.
    ['npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']],
  ]
  for (const [command, args] of steps) {
    const { code, output } = await run(command, args, {
      cwd: root,
      env: environment({}, { withTools: command !== 'npm' }),
    })
    if (code !== 0) throw new Problem(`${name} was not made: what ${command} said stands above.`, output)
  }
  console.log(`
${folders.join(' and ')} are there. This line of Caddyfile.common, below the other editions, shows it at /${name}:

		${lineOf(name, [english, spanish])}

npm start has it then. It has the standard pages; its art and words are plain until they are its own: docs/edition-contract.md.
`)
})
