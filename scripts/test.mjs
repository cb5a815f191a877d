import { buildApps, buildGateway } from './lib/build.mjs'
import { onStop } from './lib/child.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'
import { result } from './test/counts.mjs'
import { browser, check, gofmt, goTests, packageTests, tool, vet, vitest } from './test/steps.mjs'
import { Suite } from './test/suite.mjs'

/**
 * `npm test`: installs, builds and runs every test. Go and npm go side by side,
 * as the machine has two cores; the browser comes after npm's, beside the last of
 * Go's: it mostly waits. The last line counts what passed and failed.
 */
main(async () => {
  requireNode()
  await requireGo()
  onStop(() => process.exit(130))

  const progress = new Progress()
  const suite = new Suite(progress)

  await install(progress)
  const gateway = suite.step('gateway', 'compiling', builds(buildGateway))
  const go = async () => {
    await gateway
    await suite.step('gofmt', 'comparing', gofmt)
    await suite.step('go vet', 'reading', vet)
    await suite.step('go test', 'compiling and running the Go tests', goTests)
    await suite.step('packages', 'testing what makes the packages', packageTests)
  }
  const npm = async () => {
    await suite.step('biome', 'reading', () => tool('biome', 'ci', '--colors=off', '--error-on-warnings', '.'))
    await suite.step('imports', "comparing with the house's rules", () =>
      check(process.execPath, ['scripts/rules/check.mjs']),
    )
    await suite.step('types', 'checking', () => tool('turbo', 'run', 'typecheck', '--output-logs=errors-only'))
    const apps = await suite.step('apps', 'building the shell and the editions', builds(buildApps))
    const development =
      apps &&
      (await suite.step(
        'react',
        "building with React's development build",
        builds((progress) => buildApps(progress, 'development')),
      ))
    // The build's tests run the composer.
    await gateway
    await suite.step('vitest', 'running', (step) => vitest(step, 'vitest'))
    if (development && (await gateway)) await suite.step('browser', 'driving Chromium', browser)
    else suite.skip('browser', 'it needs the gateway and the apps, and not all of them were built')
  }
  await Promise.all([go(), npm()])
  return suite.close()
})

/** A build as a step of the suite: it counts when it fails, and is no test when it does not. */
const builds = (build) => async (step) => {
  await build({ step: () => ({ ...step, done: () => {}, fail: () => {} }) })
  return result()
}
