import { parseJson, timeLimit } from '@fieldhouse/contract/browser'

/** What a person or a program can do about each reason. */
const ADVICE = {
  /** The gateway was not reached. */
  offline: 'check the connection and try again',
  /** No whole answer in time. */
  timeout: 'try again',
  /** Too many requests, or too much at once (429, 503): {@link DataError.retryAfter} is how long to wait. */
  busy: 'wait a moment and try again',
  /** The gateway has no answer to give (408 and any other 5xx). */
  failed: 'try again later',
  /** The request is wrong (any other status): the same one will be refused again. */
  refused: 'load the page again, and report it when that does not help',
  /** The answer is not what the data API answers. */
  unreadable: 'load the page again, and report it when that does not help',
  /** The answer is longer than what is read of one. */
  oversized: 'ask for less',
} as const

export type DataErrorReason = keyof typeof ADVICE

/** Why a request to the data API has no answer. A caller's own abort is no such error: it rejects with the signal's reason. */
export class DataError extends Error {
  override readonly name = 'DataError'
  /** Status of the answer; 0 when there was none. */
  readonly status: number
  /** Milliseconds the gateway asks to wait; 0 when it does not. */
  readonly retryAfter: number

  /** @param what what is wrong, such as `status 429, too many questions` */
  constructor(
    readonly reason: DataErrorReason,
    address: string,
    what: string,
    { status = 0, retryAfter = 0, cause }: { status?: number; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(`reading ${address}: ${what}; ${ADVICE[reason]}`, cause === undefined ? undefined : { cause })
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Milliseconds, for the whole answer. */
export const REQUEST_TIMEOUT = 8000
/** The longest answer that is read, in bytes after decompression: eight times what the gateway answers of rows by default. */
export const MAX_ANSWER = 4 << 20
/** The longest refusal that is read for its sentence, in bytes. */
const MAX_REFUSAL = 16 << 10
/** How much of the gateway's sentence goes into an error, in characters. */
const MAX_SENTENCE = 300

export interface Answer {
  /** The JSON; undefined for a 304: it is the one that the ETag names. */
  body: unknown
  etag: string | null
  /** The chain's head when the rows were read; 0 when the gateway did not tell. */
  block: number
  /** How long ago the gateway learned it, milliseconds; 0 when it did not tell. */
  age: number
  /** Bounds of the gateway's time now that the answer is read, epoch milliseconds; null when it did not tell. */
  time: { earliest: number; latest: number } | null
}

export interface Request {
  /** ETag of the answer that is there; null for none. */
  etag?: string | null
  /** Takes nothing that the gateway holds past its time. @default false */
  fresh?: boolean
  signal?: AbortSignal | undefined
  fetch: typeof fetch
  /** Milliseconds. @default REQUEST_TIMEOUT */
  timeout?: number
  /** Bytes. @default MAX_ANSWER */
  limit?: number
  /** Leaves the body as its text, for who parses it otherwise. @default false */
  raw?: boolean
}

/**
 * Reads JSON of the data API, or learns that it is the one of the ETag.
 *
 * @throws DataError; or the signal's reason when it is aborted
 */
export const fetchJson = async (
  address: string,
  { etag = null, fresh = false, signal, fetch, timeout = REQUEST_TIMEOUT, limit = MAX_ANSWER, raw }: Request,
): Promise<Answer> => {
  const ended = timeLimit(timeout, signal)
  const sentAt = performance.now()
  try {
    const response = await fetch(address, {
      // With a condition of our own the browser's cache stays out of it and a 304 reaches us (Fetch, section 4.5).
      headers: {
        ...(etag !== null && { 'If-None-Match': etag }),
        // Without max-stale that refuses what is stale (RFC 9111, section 5.2.1.1).
        ...(fresh && { 'Cache-Control': 'max-age=0' }),
      },
      cache: 'no-store',
      signal: ended,
    })
    const heardAt = performance.now()
    const told = () => ({
      block: Number(response.headers.get('X-Chain-Head')) || 0,
      age: Math.max(0, Number(response.headers.get('Age')) || 0) * 1000,
      time: gatewayTime(response, sentAt, heardAt),
    })
    if (response.status === 304 && etag !== null) return { body: undefined, etag, ...told() }
    if (!response.ok) throw await refusal(address, response)
    const text = await readText(address, response, limit)
    const body = raw ? text : parse(address, text)
    return { body, etag: response.headers.get('ETag'), ...told() }
  } catch (error) {
    if (error instanceof DataError) throw error
    signal?.throwIfAborted()
    if (ended.aborted) throw new DataError('timeout', address, `no whole answer after ${timeout} ms`)
    throw new DataError('offline', address, 'the gateway cannot be reached', { cause: error })
  }
}

const parse = (address: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DataError('unreadable', address, 'the answer is no JSON', { cause })
  }
}

/**
 * The body as text, no further than the limit, in bytes: an answer without an end would fill the page's memory.
 *
 * @throws DataError for a longer one
 */
export const readText = async (address: string, { body }: Response, limit: number): Promise<string> => {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) return text + decoder.decode()
    size += chunk.value.byteLength
    if (size > limit) {
      // Nobody waits for the end of what is thrown away.
      reader?.cancel().catch(() => {})
      throw new DataError('oversized', address, `the answer has more than ${limit} bytes`)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
}

/** The error of a status that is no answer, with the sentence that the gateway wrote for a person. */
const refusal = async (address: string, response: Response): Promise<DataError> => {
  const { status } = response
  // A proxy on the way answers with a page of its own; the status says enough.
  const { message } = Object(parseJson(await readText(address, response, MAX_REFUSAL).catch(() => '')))
  const sentence = typeof message === 'string' ? `, ${message.slice(0, MAX_SENTENCE)}` : ''
  const busy = status === 429 || status === 503
  // 408 is an asset index that took too long.
  const reason = busy ? 'busy' : status >= 500 || status === 408 ? 'failed' : 'refused'
  const retryAfter = Math.max(0, Number(response.headers.get('Retry-After')) || 0) * 1000
  return new DataError(reason, address, `status ${status}${sentence}`, { status, retryAfter })
}

/** `Date` is cut to seconds and written before the answer (RFC 9110, section 6.6.1), whose body may come long after it. */
const gatewayTime = (response: Response, sentAt: number, heardAt: number): Answer['time'] => {
  const date = Date.parse(response.headers.get('Date') ?? '')
  const now = performance.now()
  return Number.isNaN(date) ? null : { earliest: date + now - heardAt, latest: date + 1000 + now - sentAt }
}
