import type { PageInfo, Report, View, Vitals } from '@fieldhouse/contract'
import { HOST } from '../editions'
import { createPost, createReporter } from './report'
import { createRunning, type Running } from './running'
import { createViews, pathOf, startOf } from './views'

/** An edition's file, as an address names it. */
const OF_AN_EDITION = /\/_r\/([a-z0-9]+)\//g

/** What a browser's extension runs in the page is nobody's release; Safari writes another address in its place. */
const OF_AN_EXTENSION = /-(extension|masked-url):/

/**
 * Reports what nothing caught: in a press, in a timer, in a promise. It is the edition's whose file stands first in the stack;
 * the host's have React and the stores in them, which call the others' code, so it is the host's only where no other is.
 */
function reportUncaught(
  window: Window,
  report: (edition: string, message: string, stack: string | undefined) => void,
): void {
  const onError = (error: unknown) => {
    // What has no error is a notice of the browser's, such as that observers of sizes have more to say.
    if (error === null || error === undefined) return
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
    const owner = ownerOf(stack ?? '')
    if (owner || !OF_AN_EXTENSION.test(stack ?? '')) report(owner ?? HOST, message, stack)
  }
  window.addEventListener('error', ({ error }) => onError(error))
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason))
}

/** The edition that an error is of; undefined when its stack names no file of a release. */
function ownerOf(stack: string): string | undefined {
  const owners = [...stack.matchAll(OF_AN_EDITION)].map(([, edition]) => edition)
  return owners.find((edition) => edition !== HOST) ?? owners[0]
}

/** What a document reports: errors, each by itself, and how its views went. */
interface Reports {
  /** Reports an error and counts it in the view. */
  report: (report: Report) => void
  /** Another page stands there: its view begins. */
  shown: (page: PageInfo) => void
  /** Code of an edition is about to run for the first time. Answers what says that it has. */
  running: Running['begin']
  /** Whether this document's views are reported. */
  readonly isReporting: boolean
  /** @param take the vitals since it was called last */
  watch: (take: () => Vitals) => void
}

/** @param first the page that the document came with: its view begins */
export function createReports(
  window: Window,
  first: PageInfo,
  fetch?: typeof globalThis.fetch,
  random?: number,
): Reports {
  let page = first
  let navigation: View['navigation'] = 'load'
  const releaseOf = (edition: string) => page.lineup[edition]?.release ?? ''
  const post = createPost(fetch)
  const send = createReporter(post)
  const views = createViews(window, first, post, () => page, random)
  const running = createRunning(window, (editions) => {
    const { releases, ...view } = startOf(page, navigation)
    const named = Object.fromEntries(editions.map((edition) => [edition, releaseOf(edition)]))
    return { ...view, releases: { ...releases, ...named }, isReporting: views.isReporting }
  })
  const report: Reports['report'] = (error) => {
    views.count(error.edition, error.kind)
    send({ ...error, path: pathOf(page) })
  }
  if (running.left) {
    const { isReporting, editions, ...view } = running.left
    for (const edition of editions) {
      const release = view.releases[edition] ?? ''
      send({ kind: 'hang', message: 'the page stood still in its code', edition, release, path: view.path })
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
