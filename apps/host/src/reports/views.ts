import type { ErrorKind, PageInfo, View, Vitals } from '@fieldhouse/contract'
import { HOST, SHELL } from '../editions'
import type { Post } from './report'

/** What a view says of itself from its beginning on. */
export type ViewStart = Pick<View, 'path' | 'releases' | 'navigation'>

/** The views of a document: each is reported once, when it ends, if the document is one of those that report. */
export interface Views {
  /** The share of documents that report is the gateway's; a document decides once. */
  readonly isReporting: boolean
  /** A view begins, and the one before it ends. */
  begin: (page: PageInfo, navigation: View['navigation']) => void
  /** An error in the view that is shown. */
  count: (edition: string, kind: ErrorKind) => void
  /** @param take the vitals since it was called last */
  watch: (take: () => Vitals) => void
}

/** @param random from 0 to below 1 */
export function createViews(
  window: Window,
  first: PageInfo,
  post: Post,
  current: () => PageInfo,
  random: number = Math.random(),
): Views {
  const isReporting = random * 1000 < (first.reports?.share ?? 0)
  let view: View | null = null
  let take: () => Vitals = () => ({})
  let isFirst = true
  const end = () => {
    if (view) post({ ...view, vitals: take() })
    view = null
  }
  const begin: Views['begin'] = (page, navigation) => {
    if (!isReporting) return
    end()
    // What happened between two views is of none.
    take()
    isFirst = navigation === 'load'
    view = { kind: 'view', ...startOf(page, navigation), errors: {}, vitals: {} }
  }
  // The last moment that is certain to come is the one in which the page is hidden (Page Lifecycle, "hidden"). Shown again
  // it is the same view, which was told.
  window.document.addEventListener('visibilitychange', () => {
    if (window.document.visibilityState === 'hidden') end()
  })
  window.addEventListener('pagehide', end)
  // From the back-forward cache nothing is loaded.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin(current(), 'in-app')
  })
  return {
    isReporting,
    begin,
    count(edition, kind) {
      if (!view) return
      view.errors[edition] ??= {}
      const errors = view.errors[edition]
      const counted = kind === 'integrity' ? 'remote' : kind
      errors[counted] = (errors[counted] ?? 0) + 1
    },
    watch(taking) {
      take = taking
      // The first view, of which these begin to tell, has ended.
      if (!isFirst) take()
    },
  }
}

/** What is known of a view when it begins. */
export function startOf(page: PageInfo, navigation: View['navigation']): ViewStart {
  const releases = [HOST, SHELL, page.edition].map((edition) => [edition, page.lineup[edition]?.release ?? ''] as const)
  return { path: pathOf(page), releases: Object.fromEntries(releases), navigation }
}

/** Where a page is, in reports: what somebody typed and nobody has is told as a pattern, and so is the wall of an account. */
export const pathOf = ({ route, path, edition }: PageInfo): string => {
  if (route === null) return `${edition === SHELL ? '' : `/${edition}`}/*`
  return route.includes(':account') ? route : path
}
