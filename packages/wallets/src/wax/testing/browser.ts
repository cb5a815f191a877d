import { CLOUD_WALLET } from '../../transaction/testing/context'

/** A window that the page opened, with whatever is shown in it. */
export class Popup {
  closed = false
  address = ''
  /** What the page may read while it shows nothing of another origin. */
  readonly blank = document.implementation.createHTMLDocument()
  private receive: (data: unknown) => void = () => {}

  constructor(private readonly browser: Browser) {}

  get document(): Document {
    if (this.address) throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
    return this.blank
  }

  close(): void {
    this.closed = true
  }

  /** What the page says to the window: a task of its own, and dropped when the target is wrong, as a browser does. */
  postMessage(data: unknown, targetOrigin: string): void {
    if (this.closed || !this.address || new URL(this.address).origin !== targetOrigin) return
    setTimeout(() => this.receive(data))
  }

  /** Shows another page, which hears nothing of what was said to the one before. */
  navigate(address: string): void {
    this.address = address
    this.receive = () => {}
    const { pathname } = new URL(address)
    // After the opener has gone on, as a page takes a while to load.
    setTimeout(() => {
      if (this.closed || this.address !== address) return
      if (pathname === '/cloud-wallet/login') this.browser.wallet.onLogin(this, new URL(address))
      if (pathname === '/cloud-wallet/signing/') {
        this.receive = (data) => this.browser.wallet.onTransaction(this, data as TransactionMessage)
        this.browser.wallet.onReady(this)
      }
    })
  }

  /** What the wallet's page says to its opener. */
  say(data: unknown, origin = CLOUD_WALLET): void {
    const message = new Event('message')
    Object.defineProperties(message, { data: { value: data }, origin: { value: origin }, source: { value: this } })
    setTimeout(() => window.dispatchEvent(message))
  }
}

export interface TransactionMessage {
  type: 'TRANSACTION'
  transaction: Uint8Array
  freeBandwidth: boolean
  feeFallback: boolean
}

/** The wallet's two pages. */
export interface Pages {
  onLogin(popup: Popup, address: URL): void
  /** The page that signs is there. */
  onReady(popup: Popup): void
  onTransaction(popup: Popup, message: TransactionMessage): void
}

/** The part of a browser that decides about popups: a new one needs a click, one that is found by its name does not. */
export class Browser {
  readonly opened: Popup[] = []
  allowed = true
  wallet: Pages = { onLogin: () => {}, onReady: () => {}, onTransaction: () => {} }
  private clicking = false
  private readonly named = new Map<string, Popup>()

  get popup(): Popup {
    const [last] = this.opened.slice(-1)
    if (!last) throw new Error('no window was opened')
    return last
  }

  /** What `call` does before it awaits anything is done in the click. */
  click<T>(call: () => T): T {
    this.clicking = true
    try {
      return call()
    } finally {
      this.clicking = false
    }
  }

  readonly open = (address = '', name = ''): Window | null => {
    let popup = this.named.get(String(name))
    if (!popup || popup.closed) {
      if (!this.clicking || !this.allowed) return null
      popup = new Popup(this)
      this.opened.push(popup)
      this.named.set(String(name), popup)
    }
    if (String(address)) popup.navigate(String(address))
    return popup as unknown as Window
  }
}
