import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildGateway } from './lib/build.mjs'
import { environment, onStop, start, stop } from './lib/child.mjs'
import { buildDevelopmentReact, stampOf } from './lib/development-react.mjs'
import { install } from './lib/install.mjs'
import { binary, dist, editions, root, state, tools } from './lib/paths.mjs'
import { main, Problem } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode, requireSitePorts, sitePort } from './lib/requirements.mjs'
import { startSite, takeReleases } from './lib/site.mjs'

/**
 * `npm run dev [edition]`: the whole site, with one edition built again at
 * every change and taken in while pages are open; they mount it anew without a
 * reload. All of it runs on React's development build and has a store of its
 * own, so that `npm start` stays as it was.
 */
main(async () => {
  requireNode()
  const edition = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? editions[2] ?? editions[1]
  if (!editions.includes(edition)) {
    throw new Problem(
      `There is no edition ${JSON.stringify(edition)}: say npm run dev ${editions.join(', npm run dev ').replace(/, ([^,]*)$/, ' or $1')}.`,
    )
  }
  const port = sitePort()
  await requireGo()
  await requireSitePorts(port, 'npm run dev')

  const progress = new Progress()
  const store = join(state, 'dev', 'store')
  const stopped = new Promise((resolve) => onStop(resolve))
  const site = await Promise.race([build(), stopped.then(() => null)])
  if (!site) return 0
  console.log(`
${site.address}/${editions.indexOf(edition) < 2 ? '' : edition} shows what is in apps/${edition}: save a file and the open page changes.
The log is ${site.log}. Ctrl-C stops it.
`)

  // The watch overwrites the folder that the stamp speaks of.
  await rm(stampOf(edition), { force: true })
  const take = [binary, 'take', '--store', store, '--live', dist(edition, 'development')]
    .map((word) => JSON.stringify(word))
    .join(' ')
  const watch = start(join(tools, 'fieldhouse-build'), ['--watch', '--run', take], {
    cwd: join(root, 'apps', edition),
    env: environment({ FIELDHOUSE_REACT: 'development' }),
    onLine: (line) => console.log(line),
  })
  const ended = await Promise.race([site.ended.then(() => 'site'), watch.ended.then(() => 'watch'), stopped])
  await Promise.all([stop(watch), site.stop()])
  if (ended === 'site') throw new Problem(`The site ended by itself: its log is ${site.log}.`)
  if (ended === 'watch') throw new Problem(`The build of ${edition} ended by itself; what it printed stands above.`)
  return 0

  async function build() {
    await Promise.all([buildGateway(progress), install(progress).then(() => buildDevelopmentReact(progress))])
    const step = progress.step('site', 'taking the releases and starting')
    // Each save adds a release to it.
    await rm(store, { recursive: true, force: true })
    await takeReleases(
      editions.map((name) => dist(name, 'development')),
      store,
    )
    const started = await startSite({
      port,
      store,
      env: { FIELDHOUSE_DEV: 'dev' },
      log: join(state, 'dev', 'gateway.log'),
      onWarning: (line) => progress.note(`  gateway      ${line}`),
    })
    step.done('ready')
    return started
  }
})
