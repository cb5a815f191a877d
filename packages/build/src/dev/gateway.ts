import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http'
import { Agent, request } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'

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
export interface Asked {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
  body?: Readable | undefined
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
  readonly #agent: Agent | PlainAgent
  readonly #cookies = new Set(COOKIES)
  readonly #timeout: number
  readonly #end = new AbortController()

  /** @param timeout milliseconds @default 30000 */
  constructor(gateway: URL, own: string, timeout: number = TIMEOUT) {
    this.origin = gateway.origin
    this.#own = own
    this.#url = gateway
    this.#timeout = timeout
    const options = { keepAlive: true, maxSockets: 32 }
    this.#agent = gateway.protocol === 'https:' ? new Agent(options) : new PlainAgent(options)
  }

  /** @throws Unreachable when there is no answer in time */
  async send(asked: Asked): Promise<IncomingMessage> {
    try {
      return await this.#once(asked)
    } catch (error) {
      // A connection that was kept may have ended meanwhile (RFC 9112, section 9.3.1).
      if (!(error instanceof Stale) || asked.body) throw this.#trouble(error)
    }
    return this.#once(asked).catch((error) => {
      throw this.#trouble(error)
    })
  }

  /** Reads an answer whole. @throws Unreachable when it does not come in time, or is larger than any page */
  async read(asked: Asked): Promise<Answer> {
    return this.whole(await this.send({ ...asked, headers: plainly(asked.headers) }))
  }

  /** The whole of an answer whose headers came. */
  async whole(answer: IncomingMessage): Promise<Answer> {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of decoded(answer)) {
        size += (chunk as Buffer).length
        if (size > LARGEST) throw new Error(`the answer is larger than ${LARGEST} bytes`)
        chunks.push(chunk as Buffer)
      }
    } catch (error) {
      answer.destroy()
      throw this.#trouble(error)
    }
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(chunks).toString() }
  }

  /** The headers of an answer as the browser is to have them. */
  answered(headers: IncomingHttpHeaders, isChanged: boolean): OutgoingHttpHeaders {
    const own: OutgoingHttpHeaders = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value === undefined || HOP.has(name) || OF_ORIGIN.has(name) || (isChanged && OF_BODY.has(name))) continue
      own[name] = value
    }
    if (headers['set-cookie']) own['set-cookie'] = headers['set-cookie'].map((cookie) => this.#ownCookie(cookie))
    const { location } = headers
    if (location?.startsWith(`${this.origin}/`)) own.location = location.slice(this.origin.length)
    const policy = headers['content-security-policy']
    // The link service is asked there: a wallet on a telephone cannot reach this machine.
    const elsewhere = `connect-src ${this.origin} ${this.origin.replace(/^http/, 'ws')}`
    if (policy) own['content-security-policy'] = String(policy).replace(/(?<=^|; )connect-src(?= |;|$)/, elsewhere)
    if (isChanged) own['cache-control'] = 'no-store'
    return own
  }

  /** Ends what is under way, and asks nothing any more. */
  close(): void {
    this.#end.abort()
    this.#agent.destroy()
  }

  #once({ method, target, headers, body }: Asked): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const send = this.#url.protocol === 'https:' ? request : plainRequest
      const { signal } = this.#end
      const options = { agent: this.#agent, method, path: target, headers: this.#asked(headers), signal }
      const { hostname, port, protocol } = this.#url
      const sent = send({ ...options, protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port }, (answer) => {
        // From here on who reads it hears of its end.
        sent.on('error', () => {})
        resolve(answer)
      })
      sent.setTimeout(this.#timeout, () => sent.destroy(new Error(`it said nothing for ${this.#timeout / 1000} s`)))
      sent.once('error', (error: NodeJS.ErrnoException) => {
        reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new Stale('', { cause: error }) : error)
      })
      // What breaks off here breaks off there; the answer says how it went.
      if (body) pipeline(body, sent, () => {})
      else sent.end()
    })
  }

  /** The headers of a request as the gateway is to have them: from its own origin, and of cookies its own. */
  #asked(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
    const asked: OutgoingHttpHeaders = {}
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined && !HOP.has(name) && !name.startsWith('x-forwarded')) asked[name] = value
    }
    asked.host = this.#url.host
    if (headers.origin) asked.origin = this.origin
    if (headers.referer) asked.referer = headers.referer.replace(this.#own, this.origin)
    const cookies = (headers.cookie ?? '')
      .split(/; */)
      .filter((cookie) => this.#cookies.has(cookie.split('=')[0] ?? ''))
    delete asked.cookie
    if (cookies.length > 0) asked.cookie = cookies.join('; ')
    return asked
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

  #trouble(error: unknown): Unreachable {
    const cause = error instanceof Stale ? error.cause : error
    const { code, message } = cause as NodeJS.ErrnoException
    return new Unreachable(`the gateway ${this.origin} cannot be reached: ${message || code}`, { cause })
  }
}

/** A kept connection had ended. */
class Stale extends Error {}

/** The headers of a request whose answer is to be read here, and not to be kept by the browser. */
export function plainly(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'if-none-match': _, 'if-modified-since': __, range: ___, ...rest } = headers
  return { ...rest, 'accept-encoding': 'identity' }
}

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  br: createBrotliDecompress,
  gzip: createGunzip,
  zstd: createZstdDecompress,
}

/** A body without its coding: what stands between the gateway and this machine may code it unasked. */
function decoded(answer: IncomingMessage): AsyncIterable<Buffer | string> {
  const coding = answer.headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return answer
  const decoder = DECODERS[coding]
  if (!decoder) throw new Error(`the answer is coded as ${coding}`)
  const decoding = decoder()
  answer.once('error', (error) => decoding.emit('error', error))
  answer.once('aborted', () => decoding.emit('error', new Error('the answer ended early')))
  return answer.pipe(decoding)
}
