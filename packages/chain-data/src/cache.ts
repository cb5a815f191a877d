import type { Question } from './question'
import { type Answer, DataError, fetchJson } from './request'
import { UNREADABLE } from './rows/values'
import type { AppData, AppDataName } from './store/app-data'
import { abortable } from './waiting'

/** An answer is given again without a request for this long, in milliseconds: less than an open page waits. */
export const FRESHNESS = 2000
/** How far, in milliseconds, a node may lag behind another that the gateway asks: `max_lag` of its `chain` is 10 s. */
export const NODE_LAG = 10_000

export interface AskOptions {
  /** Ends the wait; the request goes on while somebody else waits for it. */
  signal?: AbortSignal | undefined
  /** The rows must be at least as new as this block; 0 for any rows. @default 0 */
  minBlock?: number
  /** Refuses older rows, which the gateway answers of a user while purchases wait for the nodes. @default false */
  strict?: boolean
  /** How old the answer may be, in milliseconds; 0 asks the gateway in any case. @default FRESHNESS */
  maxAge?: number
  /** The gateway must not answer what it holds past its time while it reads anew, as it does for pages. @default false */
  fresh?: boolean
}

interface AnswerCacheOptions {
  /**
   * Called with each answer of the gateway, a 304 as well, but not with one whose rows are older than what is known.
   * The gateway learned it `age` milliseconds ago, or `at` a moment by its own clock, epoch milliseconds.
   */
  onAnswer: (question: Question, value: AppData[AppDataName], learned: Learned) => void
  /** Called with the gateway's time of each answer. */
  onTime: (time: NonNullable<Answer['time']>) => void
}

type Learned = { age: number } | { at: number }

/** Where open pages ask for what they follow. */
const FOLLOWED = '/_page/data'

interface Entry {
  value: AppData[AppDataName]
  etag: string | null
  block: number
  user: string | undefined
  /** When it was answered, by the monotonic clock. */
  at: number
  /** Which request it came from: they are numbered as they are sent. */
  request: number
}

interface Flight {
  value: Promise<AppData[AppDataName]>
  user: string | undefined
  waiting: number
  /** Ends the request, if it is still under way. */
  end: () => void
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/** What a page knows of the data API: one request for all that ask the same at a time. */
export const createAnswerCache = ({ onAnswer, onTime }: AnswerCacheOptions) => {
  /** By the question's address, without `min_block`: a page has some for everybody, and two for its user. */
  const entries = new Map<string, Entry>()
  /** By the request's address, with its `min_block`, and whether it asks for fresh. */
  const flights = new Map<string, Flight>()
  let requests = 0

  const run = async (question: Question, address: string, minBlock: number, fresh: boolean, signal: AbortSignal) => {
    requests += 1
    const request = requests
    const known = entries.get(question.address)
    const answer = await fetchJson(address, { etag: known?.etag ?? null, fresh, signal, fetch })
    signal.throwIfAborted()
    if (answer.time) onTime(answer.time)
    const value = known && answer.body === undefined ? known.value : readAnswer(question, answer.body)
    // While purchases wait for the nodes, the gateway may answer rows from before `min_block`; its header has their block.
    return take(question, { value, etag: answer.etag, block: answer.block, request }, answer, minBlock)
  }

  /** Keeps and tells what came, unless what is there is newer. Answers what is there then. */
  const take = (
    question: Question,
    came: Pick<Entry, 'value' | 'etag' | 'block' | 'request'>,
    learned: Learned,
    minBlock = 0,
  ) => {
    const block = came.block || minBlock
    const at = performance.now()
    const newest = entries.get(question.address)
    // A later request can have older rows, from a node that lags or from another gateway's cache: within NODE_LAG the newer
    // block stays, and as long as the others were read before it.
    if (newest && block <= newest.block) {
      const known = at - newest.at
      const isEarlier = known < NODE_LAG || ('age' in learned && learned.age > known)
      const isLagging = came.block > 0 && block < newest.block && isEarlier
      if (isLagging || came.request < newest.request) return newest.value
    }
    entries.set(question.address, { ...came, block, user: question.user, at })
    onAnswer(question, came.value, learned)
    return came.value
  }

  /** Where to ask for all that an open page follows, with the versions of now. */
  const followedAt = (questions: readonly Question[]) =>
    `${FOLLOWED}?${questions.map(({ name, address }) => `${name}=${versionOf(entries.get(address)?.etag)}`).join('&')}`

  /** Keeps and tells an answer of there like any other. Returns the names of which nothing could be read. */
  const takeFollowed = (questions: readonly Question[], answer: unknown, request = ++requests): AppDataName[] =>
    questions.flatMap((question) => {
      const { version, at, block = 0, value } = Object(Object(answer)[question.name])
      const known = entries.get(question.address)
      try {
        if (value === undefined && versionOf(known?.etag) !== version) return question.name
        const read = value === undefined ? (known?.value ?? null) : question.read(value)
        const learned = typeof at === 'number' ? { at } : { age: 0 }
        take(question, { value: read, etag: `"${version}"`, block, request }, learned)
        return []
      } catch (error) {
        if (!isUnreadable(error)) throw error
        return question.name
      }
    })

  const flightTo = (question: Question, minBlock: number, fresh: boolean): Flight => {
    const address = minBlock > 0 ? `${question.address}&min_block=${minBlock}` : question.address
    const name = fresh ? `${address} fresh` : address
    const underWay = flights.get(name)
    if (underWay) return underWay
    const abort = new AbortController()
    const value = run(question, address, minBlock, fresh, abort.signal)
    const flight: Flight = {
      ...{ value, user: question.user, waiting: 0 },
      end: () => {
        if (flights.get(name) === flight) flights.delete(name)
        abort.abort()
      },
    }
    flights.set(name, flight)
    value.then(flight.end, flight.end)
    return flight
  }

  const join = (flight: Flight, signal?: AbortSignal) =>
    abortable<AppData[AppDataName]>(signal, (resolve, reject) => {
      flight.waiting += 1
      flight.value.then(resolve, reject)
      return () => {
        flight.waiting -= 1
        // Nobody waits any more; the next caller makes a new request.
        if (flight.waiting === 0) flight.end()
      }
    })

  return {
    followedAt,
    takeFollowed,

    /** @throws DataError when there is no answer; the signal's reason when it is aborted; `AbortError` for a forgotten user */
    ask: async <Name extends AppDataName, Value extends AppData[Name]>(
      question: Question<Name, Value>,
      { signal, minBlock = 0, strict = false, maxAge = FRESHNESS, fresh = false }: AskOptions = {},
    ) => {
      signal?.throwIfAborted()
      const entry = entries.get(question.address)
      if (entry && entry.block >= minBlock && performance.now() - entry.at < maxAge) return entry.value as Value
      const value = (await join(flightTo(question, minBlock, fresh), signal)) as Value
      const { block = 0 } = entries.get(question.address) ?? {}
      if (strict && block < minBlock) {
        throw new DataError('busy', question.address, `rows of block ${block}, before ${minBlock}`)
      }
      return value
    },

    /**
     * Asks in one request what has changed of all that an open page follows.
     *
     * @returns the names of which nothing could be read
     * @throws DataError when there is no answer; the signal's reason when it is aborted
     */
    follow: async (questions: readonly Question[], signal: AbortSignal) => {
      requests += 1
      const request = requests
      const { body, time } = await fetchJson(followedAt(questions), { signal, fetch })
      if (time) onTime(time)
      return takeFollowed(questions, body, request)
    },

    /** Drops what is known of a user, and what is on its way: that never arrives. */
    forget: (user: string) => {
      for (const [address, entry] of entries) {
        if (entry.user === user) entries.delete(address)
      }
      for (const flight of flights.values()) {
        if (flight.user === user) flight.end()
      }
    },
  }
}

const readAnswer = ({ address, read }: Question, body: unknown): AppData[AppDataName] => {
  try {
    return read(body)
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause
    throw new DataError('unreadable', address, cause.message, { cause })
  }
}

const isUnreadable = (error: unknown): error is Error => error instanceof Error && error.name === UNREADABLE

/** The version that an entity tag names, in whatever coding the answer came; empty for none. */
const versionOf = (etag: string | null | undefined): string =>
  /^"(.*?)(?:-zstd|-br|-gzip)?"$/.exec(etag ?? '')?.[1] ?? ''
