import { buildApps, buildGateway, goEnvironment, goFlags, goPackages, goTags } from './lib/build.mjs'
import { onStop, run, start, stop } from './lib/child.mjs'
import { buildEarlier } from './lib/earlier.mjs'
import { install } from './lib/install.mjs'
import { main, Problem } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'
import { result } from './test/counts.mjs'
import { fuzzTargets } from './test/fuzz-targets.mjs'
import { browser, check, goTests, vitest } from './test/steps.mjs'
import { Suite } from './test/suite.mjs'

/** How long each fuzz target runs, and how often the tests are repeated; SOAK multiplies all of them. */
const FUZZ_SECONDS = 60
const GO_ROUNDS = 3
const PURCHASE_ROUNDS = 50
const BROWSER_ROUNDS = 3

/** How many loops run beside the browser. */
const BUSY_LOOPS = 2

/** What the soak does, in this order. */
const PARTS = {
  async fuzz(suite, times) {
    for (const { name, path } of await discover()) {
      const fuzz = ['-run', '^$', '-fuzz', `^${name}$`, '-fuzztime', `${FUZZ_SECONDS * times}s`, path]
      await suite.step(name, path, () => check('go', ['test', ...goFlags, ...fuzz], { env: goEnvironment() }))
    }
  },
  async go(suite, times) {
    const count = ['-count', String(GO_ROUNDS * times), '-shuffle', 'on', '-timeout', `${20 * times}m`]
    await suite.step('go test', `${GO_ROUNDS * times} rounds`, (step) =>
      goTests(step, undefined, [...count, '-tags', `${goTags},soak`]),
    )
  },
  upgrade: (suite, times) =>
    suite.step('upgrade', 'beside earlier gateways', async (step) => {
      for (const [name, variable] of [
        ['fieldhouse', 'FIELDHOUSE_BEFORE'],
        ['fieldhouse-dev', 'FIELDHOUSE_BEFORE_CLUSTER'],
      ]) {
        const { path, missing } = await buildEarlier(name)
        if (missing) {
          console.log(`There is no earlier gateway to run beside this one: ${missing}.`)
          return result(0, 0, 1)
        }
        process.env[variable] = path
      }
      const flags = [
        '-run',
        'TestTwoProcessesServeOneStore|TestAClusterOfTwoVersionsIsOneSite',
        '-count',
        String(times),
      ]
      return goTests(step, ['./gateway'], flags)
    }),
  vitest: (suite) => suite.step('vitest', 'with long counts', (step) => vitest(step, 'vitest')),
  purchases: (suite, times) =>
    besideLoops(async () => {
      for (let round = 1; round <= PURCHASE_ROUNDS * times; round++)
        await suite.step(`purchases ${round}`, 'driving Chromium', (step) => browser(step, ['wallets-purchase']))
    }),
  browser: (suite, times) =>
    besideLoops(async () => {
      for (let round = 1; round <= BROWSER_ROUNDS * times; round++)
        await suite.step(`browser ${round}`, 'driving Chromium', browser)
    }),
}

/**
 * `npm run soak`: the long counts. Every fuzz target of both modules runs a
 * minute (the data cache's among them: feed, chainapi, assets, rows, the pool of
 * nodes, edgecache and its answers), the Go tests three times in a random order;
 * beside two busy loops the purchases in a browser fifty times and all of the
 * browser's tests three times; and this gateway beside earlier ones, on one
 * store and in one cluster. Tests that have long counts of their own read
 * FIELDHOUSE_SOAK: 1,000 reloads of the whole site under load instead of 30, 40 upgrades instead of 2,
 * 10,000 invented accounts a second for a minute, 6 random cuts of a cluster's network, all that can fail in a cluster
 * under load, and each page looked at in every width, theme and language. `SOAK=10 npm run soak` does ten
 * times as much, and `npm run soak -- purchases browser` these parts alone.
 */
main(async () => {
  if (process.argv.includes('--help')) {
    console.log(`[SOAK=times] npm run soak -- [${Object.keys(PARTS).join('] [')}]`)
    return 0
  }
  requireNode()
  const times = Number(process.env.SOAK || 1)
  if (!Number.isInteger(times) || times < 1 || times > 1000)
    throw new Problem(`SOAK is ${JSON.stringify(process.env.SOAK)}: set it to a number from 1 to 1000.`)
  const parts = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS)
  for (const name of parts)
    if (!Object.hasOwn(PARTS, name))
      throw new Problem(`The soak has no part ${JSON.stringify(name)}: it has ${Object.keys(PARTS).join(', ')}.`)
  await requireGo()
  onStop(() => process.exit(130))
  process.env.FIELDHOUSE_SOAK = String(times)

  const progress = new Progress()
  const suite = new Suite(progress)
  await install(progress)
  await Promise.all([buildGateway(progress), buildApps(progress).then(() => buildApps(progress, 'development'))])

  for (const name of parts) await PARTS[name](suite, times)
  return suite.close()
})

/** Runs something beside loops that do nothing: a machine that is busy shows what is a race. */
async function besideLoops(run) {
  const busy = Array.from({ length: BUSY_LOOPS }, () => start(process.execPath, ['-e', 'for (;;);']))
  try {
    await run()
  } finally {
    await Promise.all(busy.map((loop) => stop(loop)))
  }
}

/** Every fuzz target of both modules. */
async function discover() {
  const lines = []
  const args = ['test', '-json', ...goFlags, '-run', '^$', '-list', '^Fuzz', ...goPackages]
  const { code, output } = await run('go', args, { env: goEnvironment(), onOutput: (line) => lines.push(line) })
  if (code !== 0)
    throw new Problem(
      'go test cannot list the fuzz targets; what it printed stands above.',
      [output, ...lines].join('\n'),
    )
  return fuzzTargets(lines)
}
