import type { PageInfo } from '@fieldhouse/contract'
import { clickedAddress, linkedAddress, wayTo } from './in-app-link'
import type { CurrentPage, Pages } from './pages'
import type { ScrollPositions } from './scroll-positions'

/** What navigation needs from the page. */
export interface NavigatorDependencies {
  window: Window
  /** The path that the document came with. */
  loaded: string
  /** The page shown. */
  current: () => CurrentPage
  pages: Pages
  /** Shows a page; does nothing when it was abandoned meanwhile. */
  show: (page: PageInfo, abandoned: () => boolean) => Promise<void>
  scroll: ScrollPositions
  /** Moves focus to the element that the address names, or to the page's heading, and says the page's title. */
  announce: (page: PageInfo, named: HTMLElement | null) => void
  /** Loads an address in full. */
  load: (href: string) => void
  /** Loads the address that the window has in full. */
  reload: () => void
  /**
   * A page could not be shown here; it is loaded in full. Its address may be one that somebody typed, and is nobody's to report.
   *
   * @param page unless it is the page itself that did not come
   */
  failed: (error: unknown, page?: PageInfo) => void
}

/** In-app navigation: the next page without a reload. Whatever goes wrong ends in a full load of the address. */
export interface Navigator {
  navigate: (href: string) => void
}

/** Takes over the clicks on this site's links and the browser's back and forward. */
export function createNavigator(dependencies: NavigatorDependencies): Navigator {
  const { window, scroll } = dependencies
  let running = new AbortController()
  const first = new URL(window.location.href)
  let shown = first

  /** @param enter makes the history entry, once the page is there */
  async function go(target: URL, enter: () => void, arrive: () => void): Promise<void> {
    running.abort()
    const mine = new AbortController()
    running = mine
    const abandoned = () => mine.signal.aborted
    let page: PageInfo | null = null
    try {
      page = await dependencies.pages.fetch(target.pathname, dependencies.current(), mine.signal)
      if (abandoned()) return
      if (!page) return loadInFull(target)
      let entered = false
      await dependencies.show(page, () => {
        // Asked right before the page changes: its address must be there when the new page renders.
        if (!abandoned() && !entered) {
          entered = true
          enter()
          shown = target
        }
        return abandoned()
      })
      if (abandoned()) return
      dependencies.announce(page, namedElement(window.document, target))
      arrive()
    } catch (error) {
      if (abandoned()) return
      dependencies.failed(error, page ?? undefined)
      loadInFull(target)
    }
  }

  function loadInFull(target: URL): void {
    // Where the window has that address already and it has a fragment, going there would only scroll.
    if (target.href === window.location.href) dependencies.reload()
    else dependencies.load(target.href)
  }

  function navigateTo(target: URL): void {
    scroll.note()
    void go(
      target,
      () => {
        const state = scroll.enter()
        // Of the page shown it is not while the browser has gone to another entry, whose page is still on its way.
        if (target.href === window.location.href) window.history.replaceState(state, '', target)
        else window.history.pushState(state, '', target)
      },
      () => scrollToTarget(window, target),
    )
  }

  // Before what a press changes: where it is scrolled to afterwards costs the layout of that.
  window.addEventListener('click', scroll.note, true)
  window.addEventListener('click', (event) => {
    const target = clickedAddress(event, new URL(window.location.href))
    if (!target) return
    event.preventDefault()
    navigateTo(target)
  })
  for (const type of ['pointerover', 'focusin'] as const) {
    window.addEventListener(type, (event) => {
      const target = linkedAddress(event, new URL(window.location.href))
      if (!target || target.pathname === shown.pathname) return
      dependencies.pages.prefetch(target.pathname, dependencies.current())
    })
  }
  window.addEventListener('popstate', (event) => {
    const target = new URL(window.location.href)
    const isNew = event.state?.fieldhouse === undefined
    // An island may have written into the query what it shows: an entry of the browser's own differs by the fragment alone.
    const isHere = target.pathname === shown.pathname && (target.search === shown.search || isNew)
    if (isHere) {
      shown = target
      running.abort()
      if (isNew) {
        // An entry that is not ours yet: the browser has just made it for a fragment and scrolls there, or made it before
        // this script was there and restores it.
        window.history.replaceState(scroll.enter(), '')
        return
      }
    }
    // It may be in the middle of a scroll, or the browser tells no end of scrolls.
    scroll.note()
    const restore = () => scroll.restore(event.state) || scrollToTarget(window, target)
    if (isHere) {
      restore()
      return
    }
    void go(target, () => {}, restore)
  })

  // Nobody has heard of back and forward before: the entry may be another page's by now.
  if (first.pathname !== dependencies.loaded) {
    shown = new URL(dependencies.loaded, first)
    void go(
      first,
      () => {},
      () => scrollToTarget(window, first),
    )
  }

  return {
    navigate(href) {
      const current = new URL(window.location.href)
      const target = new URL(href, current)
      if (wayTo(target, current) === 'in-app') navigateTo(target)
      else dependencies.load(target.href)
    },
  }
}

function scrollToTarget(window: Window, target: URL): void {
  const element = namedElement(window.document, target)
  if (element) element.scrollIntoView()
  else window.scrollTo(0, 0)
}

/** The element that an address's fragment names: as it is written, else decoded (HTML, "find a potential indicated element"). */
function namedElement(document: Document, target: URL): HTMLElement | null {
  const name = target.hash.slice(1)
  if (!name) return null
  const element = document.getElementById(name)
  if (element) return element
  try {
    return document.getElementById(decodeURIComponent(name))
  } catch {
    // A percent sign that begins no escape.
    return null
  }
}
