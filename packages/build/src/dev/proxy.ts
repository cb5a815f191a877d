import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import type { LineupEntry, PageInfo, ReleaseRoute, Report, SiteSettings, Snapshot, View } from '@fieldhouse/contract'
import type { Dispatcher } from 'undici'
import { sendFile, sendText } from './answers.ts'
import { SiteData } from './data.ts'
import { escaped } from './escape.ts'
import { type Answer, type ForwardedRequest, Gateway, Unreachable, withoutConditions } from './gateway.ts'
import { belongsTo, type LocalEdition, type LocalPage } from './local.ts'
import { type GatewayPage, localAnswer, localHtml, NoPage, readInfo, readPage } from './page.ts'

/** How large a report may be, bytes. */
const LARGEST_REPORT = 8 << 10

/** Where nobody has a page: what the gateway answers there stands in the place of a page that is gone here. */
const MISSING_PAGE = 'fieldhouse-dev-has-no-such-page'

/** Below these are no pages (docs/architecture.md, "A release"). */
const RESERVED = /^\/(_|api\/|v1\/|link(\/|$)|healthz$|readyz$|sitemap\.xml$|robots\.txt$)/

export interface ProxyOptions {
  gateway: URL
  local: LocalEdition
  /** On loopback; 0 for a free one. */
  port: number
  /** Tells the developer. */
  print: (line: string) => void
  /** How long the gateway may say nothing, milliseconds. @default 30000 */
  timeout?: number
}

/**
 * Answers on loopback with the site of a gateway, in which the local edition stands in the place of the gateway's. It asks
 * that gateway alone, and answers only who asks for it by a name of this machine (a page elsewhere could else have its own
 * name lead here).
 *
 * @throws Error when the port cannot be opened
 */
export async function startProxy({ gateway, local, port, print, timeout }: ProxyOptions): Promise<SiteProxy> {
  const server = createServer((request, response) => void site.answer(request, response))
  // The browser's own connections are few; one that sends nothing holds none of them for long.
  server.requestTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`the port ${port} cannot be opened: choose another by PORT or --port`, { cause })),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const bound = (server.address() as AddressInfo).port
  const address = `http://localhost:${bound}`
  const site = new SiteProxy(server, address, new Gateway(gateway, address, timeout), local, print)
  return site
}

export class SiteProxy {
  /** `http://localhost:<port>`. */
  readonly address: string
  readonly #server: Server
  readonly #gateway: Gateway
  readonly #data: SiteData
  readonly #local: LocalEdition
  readonly #hosts: Set<string>
  readonly #print: (line: string) => void
  readonly #followers = new Set<ServerResponse>()
  #problem = ''
  /** Who waits for the first build. */
  #waiting: (() => void)[] = []
  /** What was printed of the gateway last. */
  #trouble = ''
  /** Of the page that was read last: an answer of `/_page` has none. */
  #settings: SiteSettings | undefined

  constructor(server: Server, address: string, gateway: Gateway, local: LocalEdition, print: (line: string) => void) {
    this.address = address
    this.#server = server
    this.#gateway = gateway
    this.#data = new SiteData(gateway, print)
    this.#local = local
    const { host } = new URL(address)
    this.#hosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => host.replace('localhost', name)))
    this.#print = print
  }

  /** Reads the gateway's front page. @throws Error saying why it cannot be the site's */
  async probe(): Promise<PageInfo> {
    const { status, headers, body } = await this.#gateway.read({ method: 'GET', target: '/', headers: {} })
    if (!isHtml(headers['content-type'])) {
      throw new NoPage(
        `${this.#gateway.origin} answers ${status} with ${headers['content-type'] ?? 'nothing'}, and no page`,
      )
    }
    return this.#read(body).info
  }

  /** Tells open pages of a build that was taken. */
  announce(entry: LineupEntry): void {
    this.#problem = ''
    this.#built()
    for (const follower of this.#followers) sendEntry(follower, this.#local.edition, entry)
  }

  /** Says why there is no new build; shown in the page while there is none at all. */
  failed(message: string): void {
    this.#problem = message
    this.#built()
  }

  close(): Promise<void> {
    this.#gateway.close()
    this.#built()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = 'GET', url = '' } = message
    const left = new AbortController()
    // The gateway keeps some answers back for long, and takes few requests of one address at a time.
    response.once('close', () => left.abort())
    try {
      if (!this.#hosts.has(headers.host ?? '')) return sendText(response, 421, 'this address is not answered here\n')
      // The gateway sees its own origin: what another page sends must not come from there.
      if (headers.origin && !this.#isOwn(headers.origin)) return sendText(response, 403, 'this is for its own pages\n')
      if (!url.startsWith('/')) return sendText(response, 400, 'write a path\n')
      await this.#route({ method, target: url, headers, body: message, signal: left.signal }, response)
    } catch (error) {
      if (!left.signal.aborted) this.#showError(error, response)
    }
  }

  async #route(request: ForwardedRequest, response: ServerResponse): Promise<void> {
    const path = pathOf(request.target)
    const isGet = request.method === 'GET'
    const file = path.startsWith(`/_r/${this.#local.edition}/`)
      ? this.#local.file(path.split('/').at(-1) ?? '')
      : undefined
    if (file && (isGet || request.method === 'HEAD'))
      return sendFile(response, path, isGet ? file : undefined, file.length)
    if (path === '/_dev/events' && isGet) return this.#follow(response)
    if (path === '/_report' && request.method === 'POST') return this.#report(request, response)
    if (path === '/_page' && isGet) return this.#info(request, response)
    if (isGet && !RESERVED.test(path)) return this.#page(request, path, response)
    const hasBody = !isGet && request.method !== 'HEAD'
    await this.#pass(await this.#gateway.send(hasBody ? request : { ...request, body: undefined }), response)
  }

  /** A page in full. */
  async #page(request: ForwardedRequest, path: string, response: ServerResponse): Promise<void> {
    await this.#untilBuilt()
    const { route, isGone, redirect } = this.#find(path)
    if (redirect) {
      const [, query] = request.target.split(/(?=\?)/)
      response.writeHead(308, { Location: encodeURI(redirect) + (query ?? '') }).end()
      return
    }
    let base = await this.#base(request, isGone, response)
    if (!base) return
    const { info, settings, snapshot } = base.page
    const shown = route ? await this.#shown(route, path, info, settings, snapshot) : null
    // The gateway has the page, and no item of the local route is there.
    if (route && !shown && info.route !== null) base = await this.#base(request, true, response)
    if (!base) return
    const html = localHtml(base.page, this.#reachable(base.page.settings), this.#local, shown)
    const { status, headers } = base.answer
    response.writeHead(shown ? 200 : status, this.#gateway.responseHeaders(headers, true)).end(html)
  }

  /** The gateway's page that a local one stands in; undefined when its answer is none, and was handed on. */
  async #base(request: ForwardedRequest, isGone: boolean, response: ServerResponse): Promise<Base | undefined> {
    const target = isGone
      ? `/${this.#local.edition}/${MISSING_PAGE}${request.target.replace(/^[^?]*/, '')}`
      : request.target
    const answer = await this.#gateway.sendDecoded({
      ...request,
      target,
      headers: withoutConditions(request.headers),
      body: undefined,
    })
    if (!isHtml(answer.headers['content-type']) || isRedirect(answer.statusCode)) {
      await this.#pass(answer, response)
      return undefined
    }
    const whole = await this.#gateway.whole(answer)
    // A bare apology of the gateway, or one of its pages about previews: no release has a part in it.
    if (!whole.body.includes('id="fh-page"')) {
      response.writeHead(whole.status, this.#gateway.responseHeaders(whole.headers, true)).end(whole.body)
      return undefined
    }
    return { page: this.#read(whole.body), answer: whole }
  }

  /** Answers `/_page`, by which the browser navigates. */
  async #info(request: ForwardedRequest, response: ServerResponse): Promise<void> {
    await this.#untilBuilt()
    const url = new URL(request.target, this.#gateway.origin)
    const path = pathOf(url.searchParams.get('path') ?? '')
    const { route, isGone, redirect } = this.#find(path)
    const get = (page: string) => {
      url.searchParams.set('path', page)
      const target = url.pathname + url.search
      return this.#gateway.read({ ...request, target, headers: withoutConditions(request.headers), body: undefined })
    }
    const gone = `/${this.#local.edition}/${MISSING_PAGE}`
    let answer = await get(redirect ?? (isGone ? gone : path))
    if (answer.status !== 200) {
      response.writeHead(answer.status, this.#gateway.responseHeaders(answer.headers, true)).end(answer.body)
      return
    }
    let info = readInfo(answer.body)
    const at = redirect ? this.#find(redirect).route : route
    let shown: LocalPage | null = null
    if (at) {
      // Of a page that the gateway does not have there is no header or footer to go to: it is loaded in full.
      if (info.route === null) return sendText(response, 409, 'this page is here alone: load the address in full\n')
      if (!this.#settings) await this.probe()
      shown = await this.#shown(
        at,
        redirect ?? path,
        info,
        this.#settings as unknown as SiteSettings,
        info.snapshot ?? {},
      )
      if (!shown) {
        answer = await get(gone)
        info = readInfo(answer.body)
      }
    }
    const answered = localAnswer(
      shown || !belongsTo(this.#local.edition, path) ? info : { ...info, path },
      this.#local,
      shown,
    )
    response.writeHead(200, this.#gateway.responseHeaders(answer.headers, true)).end(JSON.stringify(answered))
  }

  /** What is at a path here: a route, nothing though the path is the edition's, or somebody else's page. */
  #find(path: string): { route?: ReleaseRoute | undefined; isGone: boolean; redirect?: string } {
    if (!belongsTo(this.#local.edition, path)) return { isGone: false }
    const route = this.#local.find(path)
    const trimmed = path.replace(/\/$/, '')
    if (!route && trimmed !== path && this.#local.find(trimmed)) return { isGone: false, redirect: trimmed }
    return { route, isGone: !route }
  }

  /** The local page of a route; null where its item is not there. */
  async #shown(
    route: ReleaseRoute,
    path: string,
    { language, time }: PageInfo,
    settings: SiteSettings,
    carried: Snapshot,
  ): Promise<LocalPage | null> {
    const data = await this.#data.read(route, settings, carried)
    const wanted = { accounts: true, drops: data.rowDrops, posts: data.PostsMedium }
    if (route.item && !wanted[route.item]) {
      throw new Unreachable(`the gateway ${this.#gateway.origin} does not answer with the ${route.item} now`)
    }
    return this.#local.compose({ path, language, time, settings, data })
  }

  /** Wallets elsewhere cannot reach a path of this machine: the link service is named whole. */
  #reachable(settings: SiteSettings): SiteSettings {
    const { wallets } = settings
    if (!wallets?.linkService) return settings
    const linkService = new URL(wallets.linkService, this.#gateway.origin).href
    return { ...settings, wallets: { ...wallets, linkService } }
  }

  #read(html: string): GatewayPage {
    const page = readPage(html)
    this.#settings = page.settings
    this.#data.rememberFeed(page.snapshot)
    if (this.#trouble !== '') this.#print(`the gateway ${this.#gateway.origin} answers again`)
    this.#trouble = ''
    return page
  }

  async #pass({ statusCode, headers, body }: Dispatcher.ResponseData, response: ServerResponse): Promise<void> {
    response.writeHead(statusCode, this.#gateway.responseHeaders(headers, false))
    // What breaks off here breaks off there.
    await new Promise<void>((resolve) => pipeline(body, response, () => resolve()))
  }

  /** Open pages hear of builds here. One that was away hears what stands here now. */
  #follow(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 500\n\n')
    this.#followers.add(response)
    response.once('close', () => this.#followers.delete(response))
    if (this.#local.isBuilt) sendEntry(response, this.#local.edition, this.#local.entry)
  }

  /** What a page reports is the developer's, and none of the site's. */
  async #report({ body }: ForwardedRequest, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += (chunk as Buffer).length
      if (size > LARGEST_REPORT) return sendText(response, 413, 'a report has at most 8 KiB\n')
      chunks.push(chunk as Buffer)
    }
    let report: Report | View
    try {
      report = Object(JSON.parse(Buffer.concat(chunks).toString()))
    } catch {
      return sendText(response, 400, 'a report is JSON\n')
    }
    if (report.kind !== 'view') {
      const { kind, edition, path, message, stack } = report
      this.#print(`a browser reports: ${kind}: ${edition}: ${path}: ${message}${stack ? `\n${stack}` : ''}`)
    }
    response.writeHead(204).end()
  }

  /** Waits for the first build. @throws NoBuild when it went wrong */
  async #untilBuilt(): Promise<void> {
    if (!this.#local.isBuilt && this.#problem === '') await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (!this.#local.isBuilt) throw new NoBuild(this.#problem)
  }

  #built(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #isOwn(origin: string): boolean {
    return [...this.#hosts].some((host) => origin === `http://${host}`)
  }

  #showError(error: unknown, response: ServerResponse): void {
    const message = error instanceof Error ? error.message : String(error)
    const text = error instanceof NoPage ? `the gateway ${this.#gateway.origin}: ${message}` : message
    const isTheirs = error instanceof Unreachable || error instanceof NoPage
    if (isTheirs ? text !== this.#trouble : !(error instanceof NoBuild)) this.#print(text)
    if (isTheirs) this.#trouble = text
    if (response.headersSent) {
      response.destroy()
      return
    }
    const title = isTheirs ? 'The gateway cannot be shown' : `${this.#local.edition} cannot be shown`
    response
      .writeHead(isTheirs ? 502 : 500, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': "default-src 'none'",
        'Cache-Control': 'no-store',
      })
      .end(
        `<!doctype html><html lang="en"><title>${title}</title><meta http-equiv="refresh" content="2"><h1>${title}</h1><pre>${escaped(text)}</pre></html>`,
      )
  }
}

/** The first build went wrong: why stands in the terminal as well. */
class NoBuild extends Error {}

interface Base {
  page: GatewayPage
  answer: Answer
}

const isHtml = (type: string | string[] | undefined): boolean => /^text\/html(;|$)/.test(String(type ?? ''))

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** A path as the gateway reads it: one with an escaped slash keeps its escapes, and is nobody's. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?')
  if (/%2f/i.test(path)) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** A page that has another lineup keeps it, but for this edition. */
const sendEntry = (response: ServerResponse, edition: string, entry: LineupEntry): boolean =>
  response.write(`data: ${JSON.stringify({ edition, entry })}\n\n`)
