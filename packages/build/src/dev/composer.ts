import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConsoleStdout, File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim'
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
    const sent = Buffer.from(JSON.stringify(request))
    const at = makeRoom(sent.length) >>> 0
    sent.copy(Buffer.from(memory.buffer, at, sent.length))
    const size = call() >>> 0
    // The memory may have grown meanwhile, which moves it.
    const { value, error } = JSON.parse(Buffer.from(memory.buffer, answerAt() >>> 0, size).toString())
    if (error) throw new Error(error)
    return value
  }
}

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory
  makeRoom: (size: number) => number
  call: () => number
  answerAt: () => number
}

type Instance = WebAssembly.Instance & { exports: Exports }

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
  // The time and random numbers are all that it is given: no files, no arguments, no environment.
  const wasi = new WASI([], [], [input, errors, errors], { debug: false })
  wasi.wasiImport.proc_exit = (code: number) => {
    throw new Error(`the gateway's composer ended with ${code}; the reason stands above`)
  }
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi.wasiImport }) as Instance
  wasi.initialize(instance)
  return instance.exports
}

const input = new OpenFile(new File([]))

/** Go writes nothing but why it cannot go on. */
const errors = ConsoleStdout.lineBuffered((line) => console.error(line))
