import { gatewayNow, readText } from '@fieldhouse/chain-data'
import { parseJson, timeLimit } from '@fieldhouse/contract/browser'
import type { Line } from '../records/record'

/** The longest answer that is read, in bytes: the largest ABIs have a tenth of it. */
const MAX_ANSWER = 4 << 20

/** How long the gateway may hold a request until there is something new, in seconds, and its time-out here, in milliseconds. */
const WAIT = 20
const WAIT_TIMEOUT = 30_000

export interface FetchedAnswer {
  status: number
  /** undefined when the body is not JSON. */
  json: unknown
  headers: Headers
}

export interface AnswerRequest extends RequestInit {
  /** Milliseconds. */
  timeout: number
  /** Bytes. @default MAX_ANSWER */
  limit?: number
  /** @default the browser's */
  fetch?: typeof fetch | undefined
}

/**
 * Reads the answer of the gateway or another service, whatever its status.
 *
 * @throws what `fetch` throws; a TimeoutError when there is no whole answer in time; a DataError for one that is too long; the
 *   signal's reason
 */
export async function fetchAnswer(
  address: string,
  { timeout, limit = MAX_ANSWER, fetch = globalThis.fetch, ...request }: AnswerRequest,
): Promise<FetchedAnswer> {
  const response = await fetch(address, { ...request, signal: timeLimit(timeout, request.signal) })
  const { status, headers } = response
  return { status, json: parseJson(await readText(address, response, limit)), headers }
}

/**
 * Reads a status at the gateway.
 *
 * @param etag of the status that is known: the answer waits until there is another (RFC 7240, wait); empty for none
 * @returns `same` when there is no other; null when the gateway did not answer
 * @throws only the signal's reason
 */
export async function followAtGateway(
  address: string,
  etag: string,
  { fetch, signal }: Pick<AnswerRequest, 'fetch'> & { signal?: AbortSignal | undefined },
): Promise<FetchedAnswer | 'same' | null> {
  const headers = { ...(etag && { 'If-None-Match': etag, Prefer: `wait=${WAIT}` }) }
  try {
    const answer = await fetchAnswer(address, { headers, signal: signal ?? null, timeout: WAIT_TIMEOUT, fetch })
    if (answer.status === 304) return 'same'
    return answer.status === 429 || answer.status >= 500 ? null : answer
  } catch {
    signal?.throwIfAborted()
    return null
  }
}

/** A number out of JSON; null for what is none. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** A place in one of the gateway's lines. @param about its estimate of how long it still takes, milliseconds */
export function readLine(answer: unknown, about: unknown): Omit<Line, 'from'> {
  const { place, of, is_moving } = Object(answer)
  const left = numberOf(about)
  return {
    place: numberOf(place),
    of: numberOf(of) ?? 0,
    sendsAt: left === null ? null : gatewayNow() + left,
    isMoving: is_moving !== false,
  }
}
