import { isAsking, subscribeToOrders } from './orders'

export interface LeavingOptions {
  window: Window
  /** Asks the visitor; true to leave. */
  ask: () => boolean
  /**
   * Whether the wallet is a program that the page itself goes to, by an address such as `esr:`: to the browser that is leaving,
   * and nobody is to be asked.
   */
  launches: () => boolean
}

/**
 * Asks before the page is left while a wallet is being asked, and while what it signed is on its way: by a link, by closing the
 * tab and by loading it anew. The purchase itself goes on when another page of the site is shown.
 *
 * @returns how to stop
 */
export function guardLeaving({ window, ask, launches }: LeavingOptions): () => void {
  const beforeUnload = (event: Event) => {
    event.preventDefault()
  }
  const click = (event: MouseEvent) => {
    const link = event.composedPath().find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement)
    if (!link || !/^https?:$/.test(link.protocol) || link.target === '_blank' || link.hasAttribute('download')) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.hash && link.href.split('#')[0] === window.location.href.split('#')[0]) return
    if (ask()) {
      // Asked once is enough.
      window.removeEventListener('beforeunload', beforeUnload)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  let isGuarded = false
  const settle = () => {
    const asking = isAsking()
    const isUnloadGuarded = asking === 'sending' || (asking === 'wallet' && !launches())
    if (isUnloadGuarded) window.addEventListener('beforeunload', beforeUnload)
    else window.removeEventListener('beforeunload', beforeUnload)
    if ((asking !== null) === isGuarded) return
    isGuarded = asking !== null
    // Before the host hears of it.
    if (isGuarded) window.addEventListener('click', click, true)
    else window.removeEventListener('click', click, true)
  }
  const stop = subscribeToOrders(settle)
  settle()
  return () => {
    stop()
    window.removeEventListener('beforeunload', beforeUnload)
    window.removeEventListener('click', click, true)
  }
}
