import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, interceptors } from 'undici'

/** How long the gateway may say nothing, milliseconds. */
const TIMEOUT = 30_000

/** How large a page may be that is read whole, bytes. */
const LARGEST = 8 << 20

/** Cookies of the site, before it has set one: a browser sends those of all that runs on this machine. */
const COOKIES = ['language', 'bucket', 'preview']

/** Of one connection, and so not handed on (RFC 9110, section 7.6.1). */
const HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

/** Of the gateway's own origin, or of the body as it was before it was changed. */
const OF_ORIGIN = new Set(['strict-transport-security', 'alt-svc', 'nel', 'report-to'])
const OF_BODY = new Set([
  'content-length',
  'content-encoding',
  'etag',
  'last-modified',
  'cache-control',
  'accept-ranges',
])

/** The gateway did not answer. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** A request of a browser, as it is handed on. */
export interface ForwardedRequest {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
  body?: Readable | undefined
  /** Aborted when the browser has gone. */
  signal?: AbortSignal
}

/** An answer that was read whole. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Asks one gateway, and nobody else: of what a browser wrote only path and query count. */
export class Gateway {
  readonly origin: string
  /** Where the proxy is, as the browser's origin. */
  readonly #own: string
  readonly #url: URL
  readonly #agent: Agent
  /** Takes the coding of a body away: what stands between the gateway and this machine may code it unasked. */
  readonly #decoding: Dispatcher
  readonly #cookies = new Set(COOKIES)
  readonly #timeout: number
  readonly #end = new AbortController()

  /** @param timeout milliseconds @default 30000 */
  constructor(gateway: URL, own: string, timeout: number = TIMEOUT) {
    this.origin = gateway.origin
    this.#own = own
    this.#url = gateway
    this.#timeout = timeout
    this.#agent = new Agent({ connections: 32, headersTimeout: timeout, bodyTimeout: timeout })
    this.#decoding = this.#agent.compose(interceptors.decompress({ skipErrorResponses: false }))
  }

  /** @throws Unreachable when there is no answer in time */
  send(request: ForwardedRequest): Promise<Dispatcher.ResponseData> {
    return this.#send(request, this.#agent)
  }

  /** An answer to be read here. @throws Unreachable when there is none in time */
  sendDecoded(request: ForwardedRequest): Promise<Dispatcher.ResponseData> {
    return this.#send(request, this.#decoding)
  }

  /** Reads an answer whole. @throws Unreachable when it does not come in time, or is larger than any page */
  async read(request: ForwardedRequest): Promise<Answer> {
    return this.whole(await this.sendDecoded(request))
  }

  /** The whole of an answer whose headers came. */
  async whole({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answer> {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of body) {
        size += (chunk as Buffer).length
        if (size > LARGEST) throw new Error(`the answer is larger than ${LARGEST} bytes`)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      throw this.#trouble(error)
    }
    return { status: statusCode, headers: headers as IncomingHttpHeaders, body: Buffer.concat(chunks).toString() }
  }

  /** The headers of an answer as the browser is to have them. */
  responseHeaders(headers: IncomingHttpHeaders, isChanged: boolean): OutgoingHttpHeaders {
    const own: OutgoingHttpHeaders = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || HOP.has(name) || OF_ORIGIN.has(name) || (isChanged && OF_BODY.has(name))) continue
      own[name] = value
    }
    const cookies = [headers['set-cookie'] ?? []].flat()
    if (cookies.length > 0) own['set-cookie'] = cookies.map((cookie) => this.#ownCookie(cookie))
    const { location } = headers
    if (location?.startsWith(`${this.origin}/`)) own.location = location.slice(this.origin.length)
    const policy = headers['content-security-policy']
    // The link service is there: a wallet on a telephone cannot reach this machine.
    const elsewhere = `connect-src ${this.origin} ${this.origin.replace(/^http/, 'ws')}`
    if (policy) own['content-security-policy'] = String(policy).replace(/(?<=^|; )connect-src(?= |;|$)/, elsewhere)
    if (isChanged) own['cache-control'] = 'no-store'
    return own
  }

  /** Ends what is under way, and asks nothing any more. */
  close(): void {
    this.#end.abort()
    void this.#agent.destroy()
  }

  async #send(
    { method, target, headers, body, signal }: ForwardedRequest,
    dispatcher: Dispatcher,
  ): Promise<Dispatcher.ResponseData> {
    const sendOnce = () =>
      dispatcher.request({
        origin: this.origin,
        path: target,
        method: method as Dispatcher.HttpMethod,
        headers: this.#requestHeaders(headers),
        body: body ?? null,
        signal: signal ? AbortSignal.any([this.#end.signal, signal]) : this.#end.signal,
      })
    try {
      return await sendOnce().catch((error) => {
        // A connection that was kept may have ended meanwhile (RFC 9112, section 9.3.1).
        if (error.code !== 'UND_ERR_SOCKET' || body) throw error
        return sendOnce()
      })
    } catch (error) {
      throw this.#trouble(error)
    }
  }

  /** The headers of a request as the gateway is to have them: from its own origin, and of cookies its own. */
  #requestHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
    const own: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !HOP.has(name) && !name.startsWith('x-forwarded')) own[name] = value
    }
    own.host = this.#url.host
    if (headers.origin) own.origin = this.origin
    if (headers.referer) own.referer = headers.referer.replace(this.#own, this.origin)
    const cookies = (headers.cookie ?? '')
      .split(/; */)
      .filter((cookie) => this.#cookies.has(cookie.split('=')[0] ?? ''))
    delete own.cookie
    if (cookies.length > 0) own.cookie = cookies.join('; ')
    return own
  }

  /** Not every browser takes a `Secure` cookie from `http://localhost`. */
  #ownCookie(cookie: string): string {
    this.#cookies.add(cookie.split('=')[0]?.trim() ?? '')
    const isPrefixed = /^__(Host|Secure)-/.test(cookie)
    return cookie
      .split(';')
      .filter((part) => !/^\s*domain=/i.test(part) && (isPrefixed || !/^\s*secure\s*$/i.test(part)))
      .map((part) => (isPrefixed ? part : part.replace(/^(\s*)SameSite=None$/i, '$1SameSite=Lax')))
      .join(';')
  }

  #trouble(cause: unknown): Unreachable {
    const { code, message } = cause as NodeJS.ErrnoException
    const isSilent = code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
    const why = isSilent ? `it said nothing for ${this.#timeout / 1000} s` : message || code
    return new Unreachable(`the gateway ${this.origin} cannot be reached: ${why}`, { cause })
  }
}

/** The headers of a request whose answer is to be read here, and not to be kept by the browser. */
export function withoutConditions(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'if-none-match': _, 'if-modified-since': __, range: ___, ...rest } = headers
  return { ...rest, 'accept-encoding': 'identity' }
}
