import type { PageInfo } from '@fieldhouse/contract'
import type { PageBefore } from './fetch-page'

type Fetch = (path: string, before: PageBefore, signal: AbortSignal) => Promise<PageInfo | null>

/** How long a page that was fetched ahead is shown for, milliseconds: its data is as old. */
const WARM_FOR = 5000

/** Pages, of which one is fetched ahead: that of the link that a pointer or the focus is on. */
export interface WarmPages {
  /** Fetches a page ahead, unless it is there. */
  warm: (path: string, before: PageBefore) => void
  /** The page that was fetched ahead, or else from the gateway. */
  fetch: Fetch
}

/** @param now epoch milliseconds */
export function createWarmPages(fetchPage: Fetch, now: () => number = Date.now): WarmPages {
  let kept: { path: string; before: PageBefore; at: number; page: Promise<PageInfo | null> } | undefined
  const of = (path: string, before: PageBefore) =>
    kept?.path === path && kept.before === before && now() - kept.at < WARM_FOR ? kept.page : undefined
  return {
    warm(path, before) {
      if (of(path, before)) return
      const page = fetchPage(path, before, new AbortController().signal)
      // Nobody has asked for it yet.
      page.catch(() => {})
      kept = { path, before, at: now(), page }
    },
    fetch(path, before, signal) {
      const warm = of(path, before)
      kept = undefined
      const ask = () => fetchPage(path, before, signal)
      return warm ? warm.catch(ask) : ask()
    },
  }
}
