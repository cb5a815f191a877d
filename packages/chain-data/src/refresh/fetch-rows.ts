/** After this long without a whole answer a request has failed. */
export const REQUEST_TIMEOUT = 8000

export interface Answer {
  /** Null for a 304: they are the ones that the ETag names. */
  rows: readonly unknown[] | null
  etag: string | null
  /** Bounds of the gateway's time when the answer arrived, epoch milliseconds; null when it did not tell. */
  time: { earliest: number; latest: number } | null
}

/** The gateway answered with something else than rows. */
export class RefusedError extends Error {
  constructor(
    message: string,
    /** Milliseconds the gateway asks to wait; 0 when it does not. */
    readonly retryAfter: number,
  ) {
    super(message)
  }
}

/**
 * Reads rows of the data API, or learns that they are the ones of the ETag.
 *
 * @throws RefusedError for another status or a body that is no table; DOMException `TimeoutError` after
 *   {@link REQUEST_TIMEOUT}, `AbortError` when the signal says so; TypeError without a network
 */
export const fetchRows = async (
  address: string,
  etag: string | null,
  signal: AbortSignal,
  fetchFunction: typeof fetch,
): Promise<Answer> => {
  const slow = new AbortController()
  const timer = setTimeout(() => {
    slow.abort(new DOMException(`reading ${address}: no answer after ${REQUEST_TIMEOUT} ms`, 'TimeoutError'))
  }, REQUEST_TIMEOUT)
  const sentAt = performance.now()
  try {
    const response = await fetchFunction(address, {
      // With a condition of our own the browser's cache stays out of it and a 304 reaches us (Fetch, section 4.5).
      headers: etag === null ? {} : { 'If-None-Match': etag },
      cache: 'no-store',
      signal: AbortSignal.any([signal, slow.signal]),
    })
    const time = gatewayTime(response, performance.now() - sentAt)
    if (response.status === 304 && etag !== null) return { rows: null, etag, time }
    if (!response.ok) {
      throw new RefusedError(`reading ${address}: status ${response.status}`, retryAfter(response))
    }
    const table: unknown = await response.json()
    const rows = Object(table).rows
    if (!Array.isArray(rows)) throw new RefusedError(`reading ${address}: the answer has no rows`, 0)
    return { rows, etag: response.headers.get('ETag'), time }
  } finally {
    clearTimeout(timer)
  }
}

/** `Date` is cut to seconds and was written at some time between the question and its answer (RFC 9110, section 6.6.1). */
const gatewayTime = (response: Response, took: number): Answer['time'] => {
  const date = Date.parse(response.headers.get('Date') ?? '')
  return Number.isNaN(date) ? null : { earliest: date, latest: date + 1000 + took }
}

const retryAfter = (response: Response): number => {
  const wanted = Number(response.headers.get('Retry-After'))
  return wanted > 0 ? wanted * 1000 : 0
}
