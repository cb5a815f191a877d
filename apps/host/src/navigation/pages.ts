import type { LineupEntry, PageInfo } from '@fieldhouse/contract'
import { timeLimit } from '@fieldhouse/contract/browser'

/** How long the gateway may take to answer, milliseconds; then the address is loaded in full. */
const PAGE_TIMEOUT = 8000

/** What of the page shown decides which page another address is. */
export type CurrentPage = Pick<PageInfo, 'language' | 'lineup' | 'signedLineup'>

/**
 * Asks the gateway for a page of this page's lineup.
 *
 * @returns null when only a full load can show it: a release of the lineup was withdrawn or is no longer there (409), or the
 *   edition has no release to show
 * @throws Error when there is no answer in time, or the answer is no page
 */
export async function fetchPage(
  path: string,
  { language, lineup, signedLineup }: CurrentPage,
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<PageInfo | null> {
  const query = new URLSearchParams({ path, lang: language, lineup: signedLineup })
  const answer = await send(`/_page?${query}`, {
    headers: { Accept: 'application/json' },
    signal: timeLimit(PAGE_TIMEOUT, signal),
  })
  if (answer.status === 409) return null
  if (!answer.ok) throw new Error(`asking for the next page: the gateway answered ${answer.status}`)
  const page = (await answer.json()) as PageInfo
  // The apology is the gateway's own: no release has it.
  if (page.status === 503) return null
  // The import map of this document holds these releases only.
  const isOther = ([edition, { release }]: [string, LineupEntry]) => (lineup[edition]?.release ?? release) !== release
  return Object.entries(page.lineup).some(isOther) ? null : page
}

type Fetch = (path: string, current: CurrentPage, signal: AbortSignal) => Promise<PageInfo | null>

/** How long a page that was fetched ahead is shown for, milliseconds: its data is as old. */
const PREFETCH_LIFETIME = 5000

/** Pages, of which one is fetched ahead: that of the link that a pointer or the focus is on. */
export interface Pages {
  /** Fetches a page ahead, unless it is there. */
  prefetch: (path: string, current: CurrentPage) => void
  /** The page that was fetched ahead, or else from the gateway. */
  fetch: Fetch
}

/** @param now epoch milliseconds */
export function createPages(fetchPage: Fetch, now: () => number = Date.now): Pages {
  let prefetched: { path: string; current: CurrentPage; at: number; page: Promise<PageInfo | null> } | undefined
  const of = (path: string, current: CurrentPage) =>
    prefetched?.path === path && prefetched.current === current && now() - prefetched.at < PREFETCH_LIFETIME
      ? prefetched.page
      : undefined
  return {
    prefetch(path, current) {
      if (of(path, current)) return
      const page = fetchPage(path, current, new AbortController().signal)
      // Nobody has asked for it yet.
      page.catch(() => {})
      prefetched = { path, current, at: now(), page }
    },
    fetch(path, current, signal) {
      const ready = of(path, current)
      prefetched = undefined
      const fromGateway = () => fetchPage(path, current, signal)
      return ready ? ready.catch(fromGateway) : fromGateway()
    },
  }
}
