import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApps, buildGateway } from './lib/build.mjs'
import { environment, onStop, start, stop } from './lib/child.mjs'
import { install } from './lib/install.mjs'
import { binary, dist, editions, root, state, tools } from './lib/paths.mjs'
import { main, Problem } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode, requireSitePorts, sitePort } from './lib/requirements.mjs'
import { startBuilt } from './lib/site.mjs'

const USAGE = `npm run dev [edition]
npm run dev [edition] -- --gateway <origin>

The whole site, with one edition built again at every change; open pages take it without a reload. It listens on PORT (8080)
and the ports after it.
  --gateway <origin>  of a site that runs, such as https://fieldhouse.example: its pages with this edition in the place of
                      its own, without Go. It listens on PORT (8080), on this machine alone.`

/**
 * `npm run dev [edition]`: the whole site, with one edition built again at
 * every change and taken in while pages are open; they mount it anew without a
 * reload. All of it runs on React's development build and has a store of its
 * own, so that `npm start` stays as it was. With `--gateway` the site is that of
 * a gateway elsewhere, and nothing but the edition is built.
 */
main(async () => {
  requireNode()
  const { values, positionals } = read()
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const edition = positionals[0] ?? editions[2] ?? editions[1]
  if (!editions.includes(edition)) {
    throw new Problem(
      `There is no edition ${JSON.stringify(edition)}: say npm run dev ${editions.join(', npm run dev ').replace(/, ([^,]*)$/, ' or $1')}.`,
    )
  }
  const port = sitePort()
  if (values.gateway !== undefined) return override(edition, values.gateway, port)
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

  function read() {
    try {
      const options = { gateway: { type: 'string' }, help: { type: 'boolean' } }
      return parseArgs({ allowPositionals: true, options })
    } catch (error) {
      throw new Problem(`${error.message}\n\n${USAGE}`)
    }
  }

  async function build() {
    await Promise.all([buildGateway(progress), install(progress).then(() => buildApps(progress, 'development'))])
    // Each save adds a release to it.
    await rm(store, { recursive: true, force: true })
    const env = { FIELDHOUSE_DEV: 'dev' }
    return startBuilt(progress, { react: 'development', port, store, env, log: join(state, 'dev', 'gateway.log') })
  }
})

/** The site of a gateway elsewhere, with an edition of this machine. */
async function override(edition, gateway, port) {
  const stopped = new Promise((resolve) => onStop(resolve))
  await install(new Progress())
  const args = ['dev', join('apps', edition), '--gateway', gateway, '--port', String(port)]
  const proxy = start(join(tools, 'fieldhouse-build'), args, { onLine: (line) => console.log(line) })
  const ended = await Promise.race([proxy.ended, stopped])
  await stop(proxy)
  return ended?.code ?? 0
}
