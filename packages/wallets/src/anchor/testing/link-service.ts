/** A WebSocket of the stand-in link service, as far as the page uses one. */
class Socket {
  binaryType = 'blob'
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null
  readonly sent: Uint8Array[] = []
  isOpen = false

  constructor(
    readonly url: string,
    private readonly service: LinkService,
  ) {
    queueMicrotask(() => this.service.connect(this))
  }

  get path(): string {
    return new URL(this.url).pathname
  }

  send(data: Uint8Array): void {
    this.sent.push(data)
  }

  close(): void {
    if (this.service.sockets.delete(this)) queueMicrotask(() => this.onclose?.())
  }
}

/** A message as it came to a channel. */
export interface Posted {
  path: string
  headers: Headers
  body: Uint8Array
}

/**
 * Stands in for the wallet link service, in memory: the latest message of a channel waits for a WebSocket or a GET. Sockets
 * and requests can be refused, as by a service that is down or a network that lets no sockets through.
 */
export class LinkService {
  readonly sockets = new Set<Socket>()
  readonly opened: Socket[] = []
  readonly posted: Posted[] = []
  readonly polled: string[] = []
  private readonly waiting = new Map<string, Uint8Array>()
  acceptsSockets = true
  /** Sends messages in frames that are to be acknowledged. */
  frames = true
  /** What a POST is answered with; 0 is a connection that breaks. */
  status = 200

  /** To stand in for the browser's class. */
  get WebSocket() {
    const service = this
    return class extends Socket {
      constructor(url: string) {
        super(url, service)
        service.opened.push(this)
      }
    }
  }

  connect(socket: Socket): void {
    if (!this.acceptsSockets) {
      socket.onclose?.()
      return
    }
    this.sockets.add(socket)
    socket.isOpen = true
    socket.onopen?.()
    this.flush(socket.path)
  }

  /** Ends every socket, as a restart does. */
  drop(): void {
    for (const socket of [...this.sockets]) socket.close()
  }

  /** A wallet's answer, or anything else that comes to a channel. */
  post(address: string, text: string): void {
    const path = new URL(address).pathname
    this.waiting.set(path, new TextEncoder().encode(text))
    this.flush(path)
  }

  readonly fetch = async (address: string, init?: RequestInit): Promise<Response> => {
    const path = new URL(address).pathname
    init?.signal?.throwIfAborted()
    if (init?.method === 'POST') {
      if (this.status === 0) throw new TypeError('Failed to fetch')
      const body = new Uint8Array(init.body as Uint8Array<ArrayBuffer>)
      if (this.status < 300) this.posted.push({ path, headers: new Headers(init.headers), body })
      return new Response(null, { status: this.status })
    }
    this.polled.push(path)
    if (!this.acceptsPolls) throw new TypeError('Failed to fetch')
    if (!this.answersPolls) {
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    const message = this.waiting.get(path)
    this.waiting.delete(path)
    return message ? new Response(new TextDecoder().decode(message)) : new Response(null, { status: 408 })
  }
  acceptsPolls = true
  /** Else a GET waits for ever, as on a connection that ended without a word. */
  answersPolls = true

  private flush(path: string): void {
    const message = this.waiting.get(path)
    const socket = [...this.sockets].find((socket) => socket.path === path)
    if (!message || !socket) return
    this.waiting.delete(path)
    const framed = this.frames ? new Uint8Array([0x42, 0x42, 1, 7, ...message]) : message
    queueMicrotask(() => socket.onmessage?.({ data: framed.buffer as ArrayBuffer }))
  }
}
