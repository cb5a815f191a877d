import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { endChildren } from '../../scripts/lib/child.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { developmentConfig, parts, startSite } from '../../scripts/lib/site.mjs'
import { WORKERS, worker } from './worker'

/** A running site: the real process on the development chain. */
export interface Site {
  /** `http://localhost:<port>`. */
  address: string
  /** Address of the development chain. */
  chain: string
  /** Address of the admin endpoint, where teams ship; nothing is there unless the site was started with it. */
  admin: string
  /** Addresses of the stand-in wallets; wallets.ts says how each of them answers. */
  wallets: Record<'cloud' | 'anchor' | 'wombat', string>
  /** What the process has logged so far, one line a time. */
  log: () => Promise<string[]>
  stop: () => Promise<void>
}

export interface SiteOptions {
  /** Which drops the chain has: the shipped ones, or a number of them. @default 'default' */
  drops?: 'default' | 0 | 3 | 12
  /** How many simulated buyers the chain has; with none a test can count. @default 24 */
  buyers?: number
  /** Which build of React the releases hold. @default 'production' */
  react?: 'production' | 'development'
  /** Caddyfile, when it is not the development site's. */
  config?: string
  /** Release store, when it is not the shared one. */
  store?: string
  /** Whether the admin endpoint answers. @default false */
  admin?: boolean
  /** Notices within a second that a node fails, and that it does not any more. @default false: as a site does, within ten */
  isQuick?: boolean
  /** Further environment of the process. */
  env?: Record<string, string>
}

// Hooks run in a file of which a test runs: where all of them are left out, its worker may be ended with its sites still there.
process.once('SIGTERM', () => {
  endChildren()
  process.kill(process.pid, 'SIGTERM')
})

/** Starts a site for the tests of a file; it ends with them. */
export async function site({
  drops = 'default',
  buyers = 24,
  react = 'production',
  store = inject('stores')[react],
  config,
  admin = false,
  isQuick = false,
  env = {},
}: SiteOptions = {}): Promise<Site> {
  // Until it listens on them another worker must not get them.
  const port = await freePort({ count: parts.length + 1, share: worker % WORKERS, shares: WORKERS })
  const adminAt = `localhost:${port + parts.length}`
  const log = join(inject('temporary'), `gateway-${randomUUID()}.log`)
  const started = await startSite({
    port,
    store,
    ...(isQuick ? { config: await quickConfig() } : config && { config }),
    log,
    env: { DEVCHAIN_DROPS: String(drops), DEVCHAIN_BUYERS: String(buyers), ...(admin && { ADMIN: adminAt }), ...env },
  }).catch((error) => {
    throw new Error(`${error.message}\n${error.output ?? ''}`)
  })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= started.stop().then(() => undefined)
    return stopped
  }
  afterAll(stop)
  return {
    address: started.address,
    chain: started.chain,
    admin: `http://${adminAt}`,
    wallets: started.wallets,
    log: async () => (await readFile(log, 'utf8')).split('\n').filter(Boolean),
    stop,
  }
}

/** The development site's Caddyfile, but for how soon a node's health is looked at. */
async function quickConfig(): Promise<string> {
  const file = join(inject('temporary'), `Caddyfile.quick-${randomUUID()}`)
  await writeFile(file, (await developmentConfig()).replace('rate 200 400', '$&\n\t\thealth 500ms\n\t\tbreaker 3 1s'))
  return file
}

/** A gateway without a chain of its own. */
export interface Gateway {
  /** `http://localhost:<port>`. */
  address: string
  /**
   * Ends the process and starts another one: what it remembered is gone.
   *
   * @param meanwhile what is done while there is none
   */
  restart: (meanwhile?: () => Promise<void>) => Promise<void>
}

/** Starts another gateway on a site's chain; it ends with the tests of the file. */
export async function gatewayOn({ chain, wallets }: Site): Promise<Gateway> {
  const port = await freePort({ count: parts.length, share: worker % WORKERS, shares: WORKERS })
  const config = join(inject('temporary'), `Caddyfile.gateway-${port}`)
  await writeFile(config, (await developmentConfig()).replace(/^\tdevchain \{$.*?^\t\}\n/ms, ''))
  const portOf = (address: string) => new URL(address).port
  const env = {
    CHAIN_PORT: portOf(chain),
    CLOUD_PORT: portOf(wallets.cloud),
    ANCHOR_PORT: portOf(wallets.anchor),
    WOMBAT_PORT: portOf(wallets.wombat),
  }
  const store = inject('stores').production
  const start = () =>
    startSite({ port, store, config, log: join(inject('temporary'), `gateway-${randomUUID()}.log`), env })
  let latest = start()
  // One that is just being started is waited for, and ended too.
  afterAll(() =>
    latest.then(
      (started) => started.stop(),
      () => {},
    ),
  )
  return {
    address: (await latest).address,
    restart: async (meanwhile) => {
      latest = latest.then(async (started) => {
        await started.stop()
        await meanwhile?.()
        return start()
      })
      await latest
    },
  }
}
