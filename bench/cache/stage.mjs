import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasCommand } from '../../scripts/lib/requirements.mjs'
import { buildCacheHandler } from '../process/tools.mjs'
import { CHAIN_ID, cacheHandler, gateway, tls, trivial } from './caddies.mjs'
import { serve, serveCaddy } from './server.mjs'

/**
 * The servers of the data cache's benchmarks: all on loopback, each in its own process, and those that are compared on one
 * core when the machine has two.
 */
export class Stage {
  #running = []
  #next
  #context
  #tools

  /** @param context folder, gateway binary and first port; `tools` as buildTools answers them */
  static async open(context, tools) {
    const stage = new Stage()
    stage.#context = { ...context, folder: join(context.folder, 'cache') }
    stage.#tools = tools
    stage.#next = context.port + 10
    await mkdir(stage.#context.folder, { recursive: true })
    const pins = availableParallelism() > 1 && (await hasCommand('taskset'))
    /** What goes before a command: the core of those that are compared, and the others' for what asks them. */
    stage.pin = pins ? ['taskset', '-c', '1'] : []
    stage.unpin = pins ? ['taskset', '-c', '0'] : []
    return stage
  }

  get folder() {
    return this.#context.folder
  }

  /** What a server that is compared has, or another one: a name, a port and a core. */
  #server(name, pinned) {
    return { name, port: this.#next++, folder: this.folder, before: pinned ? this.pin : [] }
  }

  async #keep(starting) {
    const started = await starting
    this.#running.push(started)
    return started
  }

  /** Starts a program whose arguments depend on its port. */
  #start(name, command, { pinned = true } = {}) {
    const server = this.#server(name, pinned)
    const starts = async () => serve({ ...server, command: [...server.before, ...(await command(server.port))] })
    return this.#keep(starts())
  }

  /** Starts a Caddy whose Caddyfile depends on its port. */
  #caddy(name, binary, text, { pinned = true } = {}) {
    const server = this.#server(name, pinned)
    return this.#keep(serveCaddy({ ...server, binary, text: text(server.port) }))
  }

  /** Chain nodes, and an origin that any cache may keep. `delay` is what each takes for an answer. */
  nodes(delay = '50ms') {
    const command = (port) => [
      this.#tools.bench,
      ...['node', '-listen', `127.0.0.1:${port}`, '-chain', CHAIN_ID, '-delay', delay],
    ]
    return this.#start('nodes', command, { pinned: false })
  }

  /** The gateway with these options of its rows block. */
  gateway(name, { port: nodes }, { pinned = true, ...options }) {
    return this.#caddy(name, this.#context.gateway, (port) => gateway({ port, nodes, ...options }), { pinned })
  }

  /** A Caddy with the same standard modules and a handler that writes these answers; the other caches' origin as well. */
  async trivial(answers, { name = 'trivial handler', ops = false } = {}) {
    const file = join(this.folder, 'answers.json')
    await writeFile(file, JSON.stringify(answers))
    return this.#caddy(name, this.#tools.peer, (port) => trivial({ port, answers: file, ops }))
  }

  /** What answers /page over TLS. */
  tls(name, { gateway }) {
    const binary = gateway ? this.#context.gateway : this.#tools.peer
    return this.#caddy(name, binary, (port) => tls({ port, gateway }), { pinned: false })
  }

  /**
   * The caches that can be had here, before an origin.
   * @returns `{servers, missing}`, the latter a line for each that cannot be had
   */
  async caches(origin, { pinned = true } = {}) {
    const servers = []
    const missing = []
    try {
      const command = (port) => varnish({ folder: this.folder, port, origin: origin.port })
      servers.push(await this.#start('Varnish', command, { pinned }))
    } catch (error) {
      const why = (error.output || error.message).trim().split('\n').at(-1)
      missing.push(`Varnish does not run here (apt-get install varnish): ${why}`)
    }
    const built = await buildCacheHandler()
    if (built.missing) missing.push(`cache-handler: ${built.missing}`)
    else {
      const text = (port) => cacheHandler({ port, origin: origin.port })
      servers.push(await this.#caddy('cache-handler', built.path, text, { pinned }))
    }
    return { servers, missing }
  }

  /** Ends the servers that run. */
  async [Symbol.asyncDispose]() {
    await Promise.all(this.#running.splice(0).map((server) => server.stop()))
  }
}

/**
 * The command that runs Varnish as a cache before an origin on loopback. Its folder and port are its own: nothing of an
 * installed service is touched.
 */
const varnish = ({ folder, port, origin }) => [
  'varnishd',
  ...['-F', '-j', 'none', '-n', join(folder, 'varnish'), '-T', 'none', '-a', `127.0.0.1:${port}`],
  ...['-b', `127.0.0.1:${origin}`, '-s', 'malloc,64m'],
  ...['thread_pools=1', 'thread_pool_min=50', 'thread_pool_max=1200', 'listen_depth=2048'].flatMap((set) => [
    '-p',
    set,
  ]),
]
