/** What a person or a program can do about each reason. */
const ADVICE = {
  /** The gateway was not reached. */
  offline: 'check the connection and try again',
  /** No whole answer in time. */
  timeout: 'try again',
  /** Asked too often, or too much at once (429, 503): {@link DataError.retryAfter} says how long to wait. */
  busy: 'wait a moment and try again',
  /** The gateway has no answer to give (408 and any other 5xx). */
  failed: 'try again later',
  /** The question is wrong (any other status): the same question will be refused again. */
  refused: 'load the page again, and report it when that does not help',
  /** The answer is not what the data API answers. */
  unreadable: 'load the page again, and report it when that does not help',
  /** The answer is longer than what is read of one. */
  oversized: 'ask for less',
} as const

export type DataErrorReason = keyof typeof ADVICE

/** What a refusal says besides its reason. */
export interface DataErrorDetails {
  status?: number
  /** Milliseconds. */
  retryAfter?: number
  cause?: unknown
}

/** Why a question to the data API has no answer. A caller's own abort is no such error: it stays what the signal says. */
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
    { status = 0, retryAfter = 0, cause }: DataErrorDetails = {},
  ) {
    super(`reading ${address}: ${what}; ${ADVICE[reason]}`, cause === undefined ? undefined : { cause })
    this.status = status
    this.retryAfter = retryAfter
  }
}
