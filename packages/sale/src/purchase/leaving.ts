import { subscribeToOrders, unsentOf } from './orders'

export interface LeavingOptions {
  window: Window
  /** Asks the visitor; true to leave. */
  ask: () => boolean
  /**
   * Whether the wallet is a program that the page itself goes to, by an address such as `esr:`: to the browser that is leaving,
   * and nobody is to be asked.
   */
  launches: () => boolean
  /** Whose purchases these are. */
  account: string
}

/**
 * Asks before the page is left while a wallet is being asked, and while what it signed is on its way: by a link, back or
 * forward, by closing the tab and by loading it anew. The purchase itself goes on when another page of the site is shown.
 *
 * @returns says that no wallet is asked for this any more: once nothing is on its way either, the pages may be left
 */
export function guardLeaving({ window, ask, launches, account }: LeavingOptions): () => void {
  const beforeUnload = (event: Event) => {
    event.preventDefault()
  }
  // Asked once is enough.
  const letGo = () => {
    window.removeEventListener('beforeunload', beforeUnload)
    window.removeEventListener('popstate', popstate, true)
  }
  const click = (event: MouseEvent) => {
    const link = event.composedPath().find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement)
    if (!link || !/^https?:$/.test(link.protocol) || link.target === '_blank' || link.hasAttribute('download')) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.hash && link.href.split('#')[0] === window.location.href.split('#')[0]) return
    if (ask()) {
      letGo()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  // The browser is at the other entry already: who stays is brought back, and nobody else hears of either way.
  const popstate = (event: PopStateEvent) => {
    const entry = entryOf(event.state)
    if (pageAt(window) === here.page) {
      if (isReturning) event.stopImmediatePropagation()
      isReturning = false
      here = hereOf(window)
      return
    }
    if (!isReturning && ask()) {
      letGo()
      return
    }
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(entry < here.entry ? 1 : -1)
  }
  let here = hereOf(window)
  let isReturning = false
  let guard: AbortController | null = null
  let isAnswered = false
  const update = () => {
    const unsent = unsentOf(account)
    const isUnloadGuarded = unsent === 'sending' || (unsent === 'wallet' && !launches())
    if (isUnloadGuarded) window.addEventListener('beforeunload', beforeUnload)
    else window.removeEventListener('beforeunload', beforeUnload)
    if (unsent === null) {
      guard?.abort()
      guard = null
      if (isAnswered) stop()
    } else if (!guard) {
      guard = new AbortController()
      here = hereOf(window)
      // Before the host hears of it.
      const first = { capture: true, signal: guard.signal }
      window.addEventListener('click', click, first)
      window.addEventListener('popstate', popstate, first)
    }
  }
  const stop = subscribeToOrders(update)
  return () => {
    isAnswered = true
    update()
  }
}

const pageAt = ({ location }: Window): string => location.pathname + location.search

/** The history entry that is shown: the host numbers them, later ones higher. */
const hereOf = (window: Window) => ({ page: pageAt(window), entry: entryOf(window.history.state) })

const entryOf = (state: unknown): number => Number(Object(state).fieldhouse ?? 0)
