import { abortable, wait } from '@fieldhouse/chain-data'
import { parseJson, timeLimit } from '@fieldhouse/contract/browser'
import { WEBSOCKET_RETRY_MAX } from '@fieldhouse/contract/constants'
import { Signature } from '@greymass/eosio'
import type { LinkCallback, LinkCallbackResponse, LinkCallbackService } from 'anchor-link'
import { messageOf } from '../errors/from-unknown'
import { failure } from '../errors/wallet-error'
import type { WalletContext } from '../wallet'

/** The first wait before the link service is asked again, in milliseconds; each next one is twice as long. */
const RETRY_FIRST = 250
/** The visitor sees a notice from so many failures in a row on. */
const FAILURES_NOTICED = 2
/** A poll that has no answer after this long is made anew, in milliseconds: the service waits 120 s at most. */
const POLL_TIMEOUT = 130_000

/** The frame of a message that wants to be acknowledged, and its answer (wallet link protocol, `?v=2`). */
const FRAME = [0x42, 0x42, 0x01]
const ACKNOWLEDGEMENT = [0x42, 0x42, 0x02]

/**
 * Waits at `/{uuid}` of the link service for a wallet's answer: by WebSocket, and where none can be opened by GET
 * (specification, section 7, Callback service). It goes on until there is an answer or nobody wants it any more, and is
 * back at once when the page is shown or online again: a telephone ends what a page waits with while the wallet is in front,
 * and may not tell the page.
 */
export class CallbackService implements LinkCallbackService {
  constructor(
    private readonly context: Pick<WalletContext, 'settings' | 'nodeUrl' | 'fetch'>,
    /** Ends all waiting. */
    private readonly signal: AbortSignal,
    /** Called when the service is not reached, and when it is again or is not needed any more. */
    private readonly onTrouble: (isTroubled: boolean) => void = () => {},
  ) {}

  create(): LinkCallback {
    const { settings, nodeUrl } = this.context
    const service = new URL(settings.wallets.linkService, nodeUrl).href.replace(/\/+$/, '')
    return this.at(`${service}/${crypto.randomUUID()}`)
  }

  /** Waits at an address that a request has named before. */
  at(url: string): LinkCallback {
    const cancelled = new AbortController()
    const signal = AbortSignal.any([this.signal, cancelled.signal])
    return { url, wait: () => this.wait(url, signal), cancel: () => cancelled.abort() }
  }

  private async wait(url: string, signal: AbortSignal): Promise<LinkCallbackResponse> {
    let failures = 0
    try {
      while (true) {
        const opened = Date.now()
        const text = (await listen(url, signal, () => this.onTrouble(false))) ?? (await this.poll(url, signal))
        if (typeof text === 'string') return readAnswer(text)
        if (text.isReached || Date.now() - opened > WEBSOCKET_RETRY_MAX) failures = 0
        else failures++
        this.onTrouble(failures >= FAILURES_NOTICED)
        await pause(Math.min(RETRY_FIRST * 2 ** failures, WEBSOCKET_RETRY_MAX), signal)
      }
    } finally {
      // Nobody waits any more.
      this.onTrouble(false)
    }
  }

  /** The answer's text; without one, whether the service was reached. */
  private async poll(url: string, signal: AbortSignal): Promise<string | { isReached: boolean }> {
    const [silent, answered] = [new AbortController(), new AbortController()]
    atSilence(() => silent.abort(), answered.signal)
    try {
      const within = timeLimit(POLL_TIMEOUT, AbortSignal.any([signal, silent.signal]))
      const response = await this.context.fetch(url, { signal: within }).finally(() => answered.abort())
      if (response.status !== 200) return { isReached: response.status === 408 }
      const text = await response.text()
      // A network that wants people to log in answers everything with a page of its own.
      return text.trimStart().startsWith('<') ? { isReached: false } : text
    } catch {
      signal.throwIfAborted()
      return { isReached: silent.signal.aborted }
    }
  }
}

/** What has been heard comes within so many milliseconds when its page is shown or online again; else no more may come. */
const HEARD_WITHIN = 500

/** Listens on one WebSocket until it closes, or may have ended without a word: the answer's text, or null. */
function listen(url: string, signal: AbortSignal, onOpen: () => void): Promise<string | null> {
  const over = new AbortController()
  const heard = abortable<string | null>(signal, (resolve) => {
    let socket: WebSocket
    try {
      socket = new WebSocket(`${url.replace(/^http/, 'ws')}?v=2`)
    } catch {
      // The browser forbids it.
      resolve(null)
      return
    }
    socket.binaryType = 'arraybuffer'
    socket.onopen = onOpen
    socket.onclose = () => resolve(null)
    socket.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : unframe(new Uint8Array(data), socket))
    atSilence(() => resolve(null), over.signal)
    over.signal.addEventListener('abort', () => socket.close())
  })
  return heard.finally(() => over.abort())
}

/** The text of a message; one in a frame is acknowledged, so that the service need not keep it. */
function unframe(message: Uint8Array, socket: WebSocket): string {
  const isFramed = message.length > FRAME.length && FRAME.every((byte, at) => message[at] === byte)
  if (!isFramed) return new TextDecoder().decode(message)
  socket.send(new Uint8Array([...ACKNOWLEDGEMENT, message[FRAME.length] as number]))
  return new TextDecoder().decode(message.subarray(FRAME.length + 1))
}

/** A longer answer is not one of a wallet, in characters. */
const ANSWER_MAX = 64 << 10

/** What every signed answer has (ESR, callback payload). */
const FIELDS = ['req', 'sa', 'sp'] as const

/**
 * Reads what a wallet sent to the callback, before anchor-link does, which says of what cannot be read only how it failed.
 *
 * @throws WalletError invalid-callback for what is no answer, no-signature for a signature that is none
 */
function readAnswer(text: string): LinkCallbackResponse {
  const answer = text.length > ANSWER_MAX ? null : (parseJson(text) as Record<string, unknown> | null)
  if (typeof answer !== 'object' || answer === null) throw failure('callback', 'the answer cannot be read')
  if (typeof answer.rejected === 'string') return { rejected: answer.rejected }
  const missing = FIELDS.filter((field) => typeof answer[field] !== 'string')
  if (missing.length > 0) {
    throw failure('callback', `the answer is without ${missing.join(', ')}`)
  }
  for (const [name, value] of Object.entries(answer)) {
    if (!/^sig\d*$/.test(name)) continue
    try {
      Signature.from(value as string)
    } catch (error) {
      throw failure('signature', `${name} cannot be read: ${messageOf(error)}`)
    }
  }
  return answer as unknown as LinkCallbackResponse
}

/** How long the link service waits for the wallet to take a request before it answers 202 and keeps it, in seconds. */
const SOFT_WAIT = 10
/** A link service that has not answered after this long is not reached, in milliseconds. */
const DELIVERY_TIMEOUT = 20_000

/**
 * Brings a sealed request to the channel of a linked wallet (specification, section 7, Wallet channel).
 *
 * @returns whether the wallet has acknowledged it; if not, the service keeps it for the wallet
 * @throws WalletError of kind delivery
 */
export async function deliver(
  url: string,
  payload: Uint8Array,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<boolean> {
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'X-Buoy-Soft-Wait': String(SOFT_WAIT) },
    body: payload as Uint8Array<ArrayBuffer>,
    signal: timeLimit(DELIVERY_TIMEOUT, signal),
  }).catch((error) => {
    throw failure('linkService', messageOf(error))
  })
  if (!ok) throw failure('push', `status ${status}`)
  return status !== 202
}

/** What a promise comes to, unless the signal is aborted first. */
export const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  abortable(signal, (resolve, reject) => void promise.then(resolve, reject))

/** Calls each time that the page is shown or online again. @param signal ends that */
function atReturn(call: () => void, signal: AbortSignal): void {
  const shown = () => {
    if (document.visibilityState === 'visible') call()
  }
  document.addEventListener('visibilitychange', shown, { signal })
  addEventListener('online', call, { signal })
}

/** Calls when nothing has come for a while since the page was shown or online again. @param signal ends that */
const atSilence = (call: () => void, signal: AbortSignal): void =>
  atReturn(() => void wait(HEARD_WITHIN, signal).then(call, () => {}), signal)

/** Waits, but no longer than until the page is shown or online again. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  atReturn(() => over.abort(), over.signal)
  await wait(milliseconds, AbortSignal.any([signal, over.signal])).catch(() => signal.throwIfAborted())
  over.abort()
}
