import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hasCommand } from '../../scripts/lib/requirements.mjs'
import { buildCacheHandler } from '../process/tools.mjs'
import { CHAIN_ID, cacheHandler, gateway, respond, tls, trivial } from './caddies.mjs'
import { installed, peers } from './peers.mjs'
import { startServer } from './server.mjs'

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

  async #start(name, command, { pinned = true, before = [] } = {}) {
    const port = this.#next++
    const started = await startServer({
      name,
      command: [...(pinned ? this.pin : []), ...before, ...(await command(port))],
      port,
      folder: this.folder,
    })
    this.#running.push(started)
    return { ...started, port }
  }

  /** Chain nodes, and an origin that any cache may keep. `delay` is what each takes for an answer. */
  nodes(delay = '50ms') {
    const command = (port) => [
      this.#tools.node,
      ...['-listen', `127.0.0.1:${port}`, '-chain', CHAIN_ID, '-delay', delay],
    ]
    return this.#start('nodes', command, { pinned: false })
  }

  /** The gateway with these options of its rows block. */
  gateway(name, nodes, { rows, ops = false, admin, pinned = true }) {
    const { folder, gateway: binary } = this.#context
    return this.#start(name, (port) => gateway({ binary, folder, port, nodes: nodes.port, name, ops, admin, rows }), {
      pinned,
    })
  }

  /** The trivial handler with these answers; it is the other caches' origin as well. */
  async trivial(answers, { name = 'trivial handler', ops = false } = {}) {
    const file = join(this.folder, 'answers.json')
    await writeFile(file, JSON.stringify(answers))
    const server = await this.#start(name, (port) =>
      trivial({ binary: this.#tools.peer, folder: this.folder, port, answers: file, name, ops }),
    )
    return { ...server, file }
  }

  /** What answers /page over TLS. */
  tls(name, { gateway }) {
    const binary = this.#binary(gateway)
    return this.#start(name, (port) => tls({ binary, folder: this.folder, port, name, gateway }), { pinned: false })
  }

  #binary(gateway) {
    return gateway ? this.#context.gateway : this.#tools.peer
  }

  respond(answer) {
    return this.#start('Caddy respond', (port) =>
      respond({ binary: this.#tools.peer, folder: this.folder, port, answer }),
    )
  }

  bare(answers) {
    return this.#start('net/http', (port) => [
      this.#tools.bare,
      ...['-listen', `127.0.0.1:${port}`, '-answers', answers],
    ])
  }

  /**
   * The caches that can be had here, before an origin.
   * @returns `{servers, missing}`, the latter a line for each that cannot be had
   */
  async caches(origin, { pinned = true } = {}) {
    const servers = []
    const missing = []
    for (const peer of peers) {
      const program = installed(peer.program)
      if (!program) {
        missing.push(`${peer.name} is not installed here: apt-get install ${peer.package}`)
        continue
      }
      const command = (port) => peer.prepare(program, { folder: this.folder, port, origin: origin.port })
      try {
        servers.push(await this.#start(peer.name, command, { pinned }))
      } catch (error) {
        missing.push(`${peer.name} does not run here: ${(error.output ?? error.message).trim().split('\n').at(-1)}`)
      }
    }
    const built = await buildCacheHandler()
    if (built.missing) missing.push(`cache-handler: ${built.missing}`)
    else {
      const command = (port) => cacheHandler({ binary: built.path, folder: this.folder, port, origin: origin.port })
      servers.push(await this.#start('cache-handler', command, { pinned }))
    }
    return { servers, missing }
  }

  /** Ends the servers that run. */
  async close() {
    await Promise.all(this.#running.splice(0).map((server) => server.stop()))
  }
}
