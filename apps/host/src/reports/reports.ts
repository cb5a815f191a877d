import type { PageInfo, Report, View, Vitals } from '@fieldhouse/contract'
import { HOST } from '../editions'
import { createPost, createReporter } from './report'
import { createRunning } from './running'
import { reportUncaught } from './uncaught'
import { begun, createViews, pathOf } from './views'

/** What a document reports: errors, each by itself, and how its views went. */
export interface Reports {
  /** Reports an error and counts it in the view. */
  report: (report: Report) => void
  /** Another page stands there: its view begins. */
  shown: (page: PageInfo) => void
  /** Code of an edition is about to run for the first time. Answers what says that it has. */
  running: (edition: string) => () => void
  /** Whether this document's views are reported. */
  readonly isReporting: boolean
  /** @param take the vitals since it was called last */
  watch: (take: () => Vitals) => void
}

/** @param first the page that the document came with: its view begins */
export function createReports(window: Window, first: PageInfo, send?: typeof fetch, random?: number): Reports {
  let page = first
  let navigation: View['navigation'] = 'load'
  const releaseOf = (edition: string) => page.lineup[edition]?.release ?? ''
  const post = createPost(send)
  const tell = createReporter(post)
  const views = createViews(window, first, post, () => page, random)
  const running = createRunning(window, (editions) => {
    const { releases, ...view } = begun(page, navigation)
    const named = Object.fromEntries(editions.map((edition) => [edition, releaseOf(edition)]))
    return { ...view, releases: { ...releases, ...named }, isReporting: views.isReporting }
  })
  const report: Reports['report'] = (told) => {
    views.count(told.edition, told.kind)
    tell({ ...told, path: pathOf(page) })
  }
  if (running.left) {
    const { isReporting, editions, ...view } = running.left
    for (const edition of editions) {
      const release = view.releases[edition] ?? ''
      tell({ kind: 'hang', message: 'the page stood still in its code', edition, release, path: view.path })
    }
    // That view could not tell how it went.
    const errors = Object.fromEntries(editions.map((edition) => [edition, { hang: 1 }]))
    if (isReporting) post({ kind: 'view', ...view, errors, vitals: {} })
  }
  views.begin(first, navigation)
  reportUncaught(window, (owner, message, stack) => {
    const edition = owner in page.lineup ? owner : HOST
    const release = releaseOf(edition)
    report({ kind: 'uncaught', message, edition, release, path: page.path, ...(stack !== undefined && { stack }) })
  })
  return {
    report,
    shown(next) {
      page = next
      navigation = 'in-app'
      views.begin(next, navigation)
    },
    running: running.begin,
    isReporting: views.isReporting,
    watch: views.watch,
  }
}
