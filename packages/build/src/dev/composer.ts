import { randomFillSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FeedAnswer, Language, LineupEntry, SiteSettings, Snapshot } from '@fieldhouse/contract'

/** The gateway's composer (gateway/cmd/composer), as `npm run build:composer` builds it. */
const MODULE = fileURLToPath(new URL('../../dist/composer.wasm', import.meta.url))

/** What a page is made of, besides its release. */
export interface PageData {
  path: string
  language: Language
  /** The gateway's clock, epoch milliseconds. */
  time: number
  /** As a page of the gateway has them. */
  settings: SiteSettings
  /** What the gateway's API answers, by need; of posts all, of which a page carries few. None for what cannot be read. */
  data: Omit<Snapshot, 'PostsMedium'> & { PostsMedium?: FeedAnswer; medianHistory?: unknown }
}

/** What a release itself has of one of its pages. */
export interface PagePart {
  /** The path of its route. */
  route: string
  title: string
  description: string
  /** What stands in `<main>`. */
  main: string
  /** The data that the page carries. */
  snapshot: Snapshot
}

/** Composes the pages of a release with the gateway's own code: an instance of its WebAssembly module. */
export class Composer {
  readonly #instance: Exports

  /**
   * @param path of the module @default the package's own
   * @throws Error when it was not built
   */
  constructor(path: string = MODULE) {
    this.#instance = start(path)
  }

  /**
   * Replaces the release, after the checks of a gateway. The one before stays where it does not pass them.
   *
   * @param manifest the text of its `release.json`
   * @param files those that pages are made of, by name: fragments and style sheets
   * @throws Error saying why a gateway would refuse it
   */
  take(manifest: string, files: Record<string, string>): LineupEntry {
    return this.#call({ take: { manifest, files } })
  }

  /** The path of the route that a path has by its form; null for none. */
  find(path: string): string | null {
    return this.#call({ find: path })
  }

  /** The release's part of a page; null where the data does not have its item. */
  compose(page: PageData): PagePart | null {
    return this.#call({ compose: page })
  }

  #call<Value>(request: object): Value {
    const { memory, makeRoom, call, answerAt } = this.#instance
    const asked = Buffer.from(JSON.stringify(request))
    const at = makeRoom(asked.length) >>> 0
    asked.copy(Buffer.from(memory.buffer, at, asked.length))
    const size = call() >>> 0
    // The memory may have grown meanwhile, which moves it.
    const { value, error } = JSON.parse(Buffer.from(memory.buffer, answerAt() >>> 0, size).toString())
    if (error) throw new Error(error)
    return value
  }
}

interface Exports {
  memory: WebAssembly.Memory
  _initialize: () => void
  makeRoom: (size: number) => number
  call: () => number
  answerAt: () => number
}

/** Modules by their paths: compiling one takes longer than all else. */
const modules = new Map<string, WebAssembly.Module>()

function start(path: string): Exports {
  if (!existsSync(path)) {
    throw new Error(
      `${path} is missing, by which pages are composed as the gateway does: build it with npm run build:composer, which needs Go once`,
    )
  }
  const module = modules.get(path) ?? new WebAssembly.Module(readFileSync(path))
  modules.set(path, module)
  const exports = new WebAssembly.Instance(
    module,
    host(module, () => exports.memory),
  ).exports as unknown as Exports
  exports._initialize()
  return exports
}

const NOT_SUPPORTED = 52
const BAD_DESCRIPTOR = 8

/**
 * What the module may ask of its host (WASI preview 1): the time, random numbers, and to write why it stopped. Of all else
 * there is nothing: no files, no arguments, no environment.
 */
function host(module: WebAssembly.Module, memory: () => WebAssembly.Memory): WebAssembly.Imports {
  const view = () => new DataView(memory().buffer)
  const none = (count: number, size: number) => {
    view().setUint32(count, 0, true)
    view().setUint32(size, 0, true)
    return 0
  }
  const given: Record<string, WebAssembly.ImportValue> = {
    args_sizes_get: none,
    args_get: () => 0,
    environ_sizes_get: none,
    environ_get: () => 0,
    clock_time_get: (clock: number, _: bigint, at: number) => {
      const time = clock === 0 ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint()
      view().setBigUint64(at, time, true)
      return 0
    },
    random_get: (at: number, size: number) => {
      randomFillSync(new Uint8Array(memory().buffer, at, size))
      return 0
    },
    sched_yield: () => 0,
    fd_prestat_get: () => BAD_DESCRIPTOR,
    // Go writes nothing but why it cannot go on.
    fd_write: (_: number, vectors: number, count: number, written: number) => {
      let size = 0
      for (let index = 0; index < count; index++) {
        const at = view().getUint32(vectors + 8 * index, true)
        const length = view().getUint32(vectors + 8 * index + 4, true)
        process.stderr.write(Buffer.from(memory().buffer.slice(at, at + length)))
        size += length
      }
      view().setUint32(written, size, true)
      return 0
    },
    proc_exit: (code: number) => {
      throw new Error(`the gateway's composer ended with ${code}; why stands above`)
    },
  }
  const imports: WebAssembly.Imports = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] = { ...imports[from], [name]: given[name] ?? (() => NOT_SUPPORTED) }
  }
  return imports
}
