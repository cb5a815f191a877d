import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import type { BuildInfo } from '@fieldhouse/contract'
import { packTar } from 'modern-tar/fs'

/** How long a question may take, and an upload, milliseconds. */
const TIMEOUT = 30_000
const UPLOAD_TIMEOUT = 900_000

/** How much of an upload is sent at a time, bytes. */
const PIECE = 64 << 10

/** Between two looks at a canary that is waited for, milliseconds. */
const POLL_INTERVAL = 1000

/** For how long the gateway may not answer meanwhile, milliseconds, as it may be starting anew, or have no place for an upload. */
const PATIENCE = 60_000

/** Among how many of an edition's last changes it is looked for the one that ended a canary. */
const MOST_LOOKED_AT = 20

const COMPRESSED = /\.(br|zst|gz)$/

/** What the gateway refused, and why (docs/edition-contract.md, "Shipping"). */
export interface Problem {
  code: string
  message: string
  help: string
  fits?: { edition: string; release: string; version: string; as: string; fits: boolean; why?: string }[]
}

export class Refused extends Error {
  readonly problem: Problem
  /** After how many milliseconds to ask again; 0 where it is not said. */
  readonly retryAfter: number

  constructor(problem: Problem, retryAfter: number) {
    super(`refused: ${problem.message}\n${problem.help}`)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** The gateway did not answer, or not as one. */
export class Unreachable extends Error {}

/** The call makes no sense. */
export class Wrong extends Error {}

/** The canary that was waited for was taken back. */
export class TakenBack extends Error {}

export interface Size {
  files: number
  bytes: number
  firstPage: number
}

/** What became of an upload. */
export interface Shipped {
  edition: string
  release: string
  version: string
  build?: BuildInfo
  as: string
  dryRun?: boolean
  lineup: number
  checked: string[]
  removedRoutes?: string[]
  /** The edition's canary, which ends when this goes live. */
  endsCanary?: string
  size: Size
  liveSize?: Size
  see?: string
  /** When what leads to a preview ends, RFC 3339. */
  seeUntil?: string
}

/** What is said of a canary by what browsers report (docs/operating.md, "Canaries"). */
interface Verdict {
  state: 'watching' | 'holds' | 'worse'
  text: string
  canary: { release: string }
}

/** What became of a canary that was waited for. */
export interface Outcome {
  edition: string
  release: string
  /** Empty while nothing is known; `withdrawn` for one that was taken back. */
  outcome: '' | 'live' | 'holds' | 'withdrawn'
  /** Why, as the journal or the verdict says it. */
  reason?: string
  verdict?: Verdict
}

/** The changes of the journal. */
type Entries = {
  action?: string
  reason?: string
  editions?: Record<string, Record<'before' | 'after', { canary?: { release: string } }>>
}[]

/** How a release is shipped; the names are those of the request's query. */
export interface Options {
  as: 'live' | 'canary' | 'preview' | 'stored'
  /** Of a canary, such as `5%`. */
  share?: string
  dry_run?: boolean
  allow_removed_routes?: boolean
  reason?: string
  break_glass?: boolean
}

/** Asks the API by which teams ship, at an address such as `https://releases.example`. */
export class Client {
  readonly #base: string
  /** The admin endpoint takes a `fetch` for a page's unless it says that it is of that very origin. */
  readonly #origin: string
  readonly #token: string

  /** @throws Wrong when the address is none, the token is none, or it would go over a network for everybody to read */
  constructor(to: string, token: string) {
    if (!/^https?:/.test(to) || !URL.canParse(to))
      throw new Wrong(`${to}: write scheme and host, such as https://releases.example or http://localhost:2019`)
    const { protocol, hostname, origin } = new URL(to)
    if (protocol !== 'https:' && token && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
      throw new Wrong(`${to}: a token would go over the network for everybody to read: use https`)
    // What fetch says of one that no header takes has the whole of it.
    if (!/^[!-~]*$/.test(token)) throw new Wrong('the token is one line of letters, digits and signs: give that alone')
    this.#base = `${origin}/releases`
    this.#origin = origin
    this.#token = token
  }

  /**
   * Sends of a built release what the store does not have.
   *
   * @param ifMatch the version of the lineup that it is for, or `any`. By default the one before anything is sent, so that of
   *   two that ship an edition at once the second is told
   */
  async ship(
    edition: string,
    folder: string,
    options: Options,
    ifMatch?: string,
    progress: (sent: number, all: number) => void = () => {},
  ): Promise<Shipped> {
    const manifest = await readFile(join(folder, 'release.json')).catch((cause) => {
      throw new Error(`${folder} holds no built release: build it first`, { cause })
    })
    const isShown = options.as === 'live' || options.as === 'canary'
    const version = ifMatch ?? (isShown ? String((await this.#lineup()).version) : 'any')
    const address = `editions/${edition}`
    const { missing } = await patiently(() =>
      this.#ask<{ missing: string[] }>(`${address}/missing`, { body: manifest }),
    )
    const names = (await readdir(folder)).filter(
      (name) => name === 'build.json' || missing.includes(name.replace(COMPRESSED, '')),
    )
    const files = ['release.json', ...names]
    const sources = files.map((name) => ({ type: 'file' as const, source: join(folder, name), target: name }))
    const archive = await buffer(packTar(sources))
    const query = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
    const to = `${address}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`
    return patiently(() =>
      this.#ask<Shipped>(to, {
        body: ReadableStream.from(counted(archive, progress)) as unknown as BodyInit,
        duplex: 'half',
        // A lineup without any version is one in which nothing was ever shown.
        headers: version === 'any' || version === '0' ? {} : { 'If-Match': `"${version}"` },
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT),
      }),
    )
  }

  /**
   * Waits for what becomes of a canary, and notes it in `outcome`.
   *
   * @returns the words of the verdict where it holds, nothing when it is live
   * @throws TakenBack with why, and Error when it has no verdict in so many milliseconds
   */
  async verdict(
    edition: string,
    release: string,
    within: number,
    outcome: Outcome = { edition, release, outcome: '' },
  ): Promise<string | undefined> {
    let answered = Date.now()
    for (const deadline = answered + within; ; await wait(POLL_INTERVAL)) {
      try {
        await this.#look(outcome)
        answered = Date.now()
      } catch (error) {
        if (!(error instanceof Unreachable) || Date.now() - answered >= PATIENCE) throw error
      }
      if (outcome.outcome === 'withdrawn') throw new TakenBack(`the canary was taken back: ${outcome.reason}`)
      if (outcome.outcome) return outcome.outcome === 'holds' ? outcome.reason : undefined
      if (Date.now() >= deadline) {
        throw new Error(
          `${edition}/${release} is still a canary, without a verdict in the time that was waited: look with \`fieldhouse releases ${edition}\``,
        )
      }
    }
  }

  /** Looks once what became of a canary. */
  async #look(outcome: Outcome): Promise<void> {
    const { edition, release } = outcome
    // The verdict first: what the lineup says after it is at least as new.
    const { verdict } = await this.#ask<{ verdict?: Verdict }>(`editions/${edition}/reports`, { method: 'GET' })
    const { live, canary } = (await this.#lineup()).editions[edition] ?? {}
    if (verdict?.canary.release === release) Object.assign(outcome, { verdict, reason: verdict.text })
    if (live === release) outcome.outcome = 'live'
    else if (canary?.release !== release) {
      outcome.reason = await this.#why(edition, release)
      outcome.outcome = 'withdrawn'
    } else if (outcome.verdict?.state === 'holds') outcome.outcome = 'holds'
  }

  /** Why a release is no canary any more, as the journal has it. */
  async #why(edition: string, release: string): Promise<string> {
    const { entries } = await this.#ask<{ entries: Entries }>(`journal?edition=${edition}&limit=${MOST_LOOKED_AT}`, {
      method: 'GET',
    })
    const ended = entries.find(({ editions }) => {
      const { before, after } = editions?.[edition] ?? {}
      return before?.canary?.release === release && after?.canary?.release !== release
    })
    return ended?.reason ?? (ended?.action === 'live' ? 'another release went live' : 'nobody said why')
  }

  #lineup(): Promise<{
    version: number
    editions: Record<string, { live: string; canary?: { release: string } }>
  }> {
    return this.#ask('lineup', { method: 'GET' })
  }

  async #ask<Answer>(path: string, request: RequestInit & { duplex?: 'half' }): Promise<Answer> {
    const address = `${this.#base}/${path}`
    let response: Response
    let text: string
    try {
      response = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT),
        ...request,
        headers: {
          Origin: this.#origin,
          ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
          ...request.headers,
        },
      })
      text = await response.text()
    } catch (cause) {
      if ((cause as Error).name === 'TimeoutError') {
        throw new Unreachable(
          `the gateway has not answered in time at ${address}: look whether it runs and is not overloaded, and try again`,
        )
      }
      throw new Unreachable(`the gateway cannot be reached at ${address}`, { cause })
    }
    const answer = readJSON(text)
    if (response.ok && answer !== undefined) return answer as Answer
    if ((answer as Problem | undefined)?.code)
      throw new Refused(answer as Problem, 1000 * Number(response.headers.get('Retry-After')))
    throw new Unreachable(
      `${address} answers ${response.status}: ${text.slice(0, 200)}: is it the address of the releases?`,
    )
  }
}

/** Asks again while the gateway says that too much is under way, when it says to. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const until = Date.now() + PATIENCE; ; ) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refused && error.problem.code === 'rate' && error.retryAfter > 0)) throw error
      if (Date.now() + error.retryAfter > until) throw error
      await wait(error.retryAfter)
    }
  }
}

function readJSON(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An archive piece by piece; `progress` is called after each. */
async function* counted(archive: Buffer, progress: (sent: number, all: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < archive.length; at += PIECE) {
    yield archive.subarray(at, at + PIECE)
    progress(Math.min(at + PIECE, archive.length), archive.length)
  }
}
