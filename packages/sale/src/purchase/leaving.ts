import { getUser, walletOf } from '@fieldhouse/wallet-login'
import { subscribeToOrders, unsentOf } from './orders'

/**
 * Asks the visitor before the page is left while a wallet has the request, and while what it signed is on its way to the gateway:
 * by a link, back or forward, by closing the tab and by a reload. The purchase itself goes on on another page of the site. The
 * browser asks nothing of a page that itself opens the wallet by an address such as `esr:`, which would be a leave to it.
 *
 * @param chainId the chain they are of
 * @param account whose purchases these are
 * @returns call it when the wallet has answered: the guard ends once nothing is on its way either
 */
export function guardLeaving(chainId: string, account: string, question: string): () => void {
  const beforeUnload = (event: Event) => {
    event.preventDefault()
  }
  // One question is enough, until nothing is on its way any more.
  let isLetGo = false
  const letGo = () => {
    isLetGo = true
    update()
  }
  const click = (event: MouseEvent) => {
    const link = event.composedPath().find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement)
    if (!link || !/^https?:$/.test(link.protocol) || link.target === '_blank' || link.hasAttribute('download')) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.hash && link.href.split('#')[0] === window.location.href.split('#')[0]) return
    if (window.confirm(question)) {
      letGo()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  // The browser has moved already: a visitor who stays is brought back, and no other listener hears of either move.
  const popstate = (event: PopStateEvent) => {
    const entry = entryOf(event.state)
    if (pageShown() === here.page) {
      if (isReturning) event.stopImmediatePropagation()
      isReturning = false
      here = entryShown()
      return
    }
    if (!isReturning && window.confirm(question)) {
      letGo()
      return
    }
    event.stopImmediatePropagation()
    isReturning = true
    window.history.go(entry < here.entry ? 1 : -1)
  }
  let here = entryShown()
  let isReturning = false
  let guard: AbortController | null = null
  let isAnswered = false
  const update = () => {
    const unsent = unsentOf(chainId, account)
    const user = getUser()
    const launches = user !== null && walletOf(user.wallet).leavesPage
    if (unsent === null) isLetGo = false
    if (!isLetGo && (unsent === 'sending' || (unsent === 'wallet' && !launches)))
      window.addEventListener('beforeunload', beforeUnload)
    else window.removeEventListener('beforeunload', beforeUnload)
    if (unsent === null || isLetGo) {
      guard?.abort()
      guard = null
      if (unsent === null && isAnswered) stop()
    } else if (!guard) {
      guard = new AbortController()
      here = entryShown()
      // Before the host's own listeners.
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

const pageShown = (): string => location.pathname + location.search

/** The history entry that is shown: the host numbers them, later ones higher. */
const entryShown = () => ({ page: pageShown(), entry: entryOf(history.state) })

const entryOf = (state: unknown): number => Number(Object(state).fieldhouse ?? 0)
