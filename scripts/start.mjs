import { join } from 'node:path'
import { buildAll } from './lib/build.mjs'
import { onStop } from './lib/child.mjs'
import { editions, state, store } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress, seconds } from './lib/progress.mjs'
import { requireGo, requireNode, requireSitePorts, sitePort } from './lib/requirements.mjs'
import { startBuilt } from './lib/site.mjs'

/**
 * `npm start`: installs, builds and runs the whole site on the development
 * chain. `npm start -- --once` ends as soon as the site is ready.
 */
main(async () => {
  const began = Date.now()
  const once = process.argv.includes('--once')
  requireNode()
  const port = sitePort()
  await requireGo()
  await requireSitePorts(port)

  const progress = new Progress()
  const stopped = new Promise((resolve) => onStop(resolve))
  const site = await Promise.race([build(), stopped.then(() => null)])
  if (!site) return 0
  console.log(greeting(site, Date.now() - began))
  if (once) {
    await site.stop()
    return 0
  }

  const ended = await Promise.race([site.ended, stopped.then(() => null)])
  if (ended) {
    console.error(`\nThe site ended by itself (${ended.signal ?? `exit code ${ended.code}`}): its log is ${site.log}.`)
    return 1
  }
  console.log('\nStopping.')
  await site.stop()
  return 0

  async function build() {
    await buildAll(progress)
    return startBuilt(progress, { port, store, log: join(state, 'gateway.log') })
  }
})

function greeting({ address, chain, wallets, log }, took) {
  const homes = editions.slice(2).map((edition) => `  ${address}/${edition}`)
  return `
Fieldhouse is ready after ${seconds(took)}:

  ${address}

${homes.join('\n')}
  ${address}/api/v1/rows/drops?account=fieldhousegm   what is on sale, as JSON
  ${chain}/v1/chain/get_info   the development chain

To log in, press 'Login to Buy' and choose a wallet. All three are stand-ins:

  Cloud Wallet   a window opens: choose an account, such as alice.wam
  Anchor         press 'Copy request link', open ${wallets.anchor}, paste it there and sign
  Wombat Wallet  it has a browser of its own: open the site at ${wallets.wombat} and log in there

The log is ${log}. Ctrl-C stops it.`
}
