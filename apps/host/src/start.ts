import { wait } from '@fieldhouse/chain-data'
import { applySnapshot, startRefresh } from '@fieldhouse/chain-data/host'
import { readStored, store } from '@fieldhouse/contract/browser'
import { connect } from '@fieldhouse/wallet-login/connect'
import { allowedScripts, createPreload } from './allowed-scripts'
import { HOST } from './editions'
import { workerAddress } from './head'
import { idle } from './islands/triggers'
import { createAnnouncer } from './navigation/announce'
import { createNavigator } from './navigation/navigator'
import { createPages, fetchPage } from './navigation/pages'
import { createScrollPositions } from './navigation/scroll-positions'
import { createTransition } from './navigation/transition'
import { createNotice } from './notice/notice'
import { readPageData } from './page-data'
import { createRemotes, createRuntime } from './remotes'
import { createReports } from './reports/reports'
import { sharedLibraries } from './shared'
import { Site } from './site'
import { findStyles, loadStyles } from './styles'
import { keepTime } from './time'
import { loadWallets } from './wallets'

/** The key in localStorage of who was here before: pages are kept for them, and cost a first visit nothing. */
const VISITED = 'fieldhouse.visited'

/** Lets the visitor be heard before what follows: the page comes to life in short tasks. */
const breathe = () => wait(0)

/** Brings the page to life: loads its remotes, hydrates its roots, takes over its links. */
export async function start(): Promise<void> {
  await breathe()
  const { page, settings, snapshot } = readPageData(document)
  const resolve = (specifier: string) => import.meta.resolve(specifier)
  const allowed = allowedScripts(document, resolve, page.dev === true)
  const isSeen = document.visibilityState === 'visible'
  const reports = createReports(window, page)
  const { report } = reports
  const reload = () => location.reload()
  const notice = createNotice(document, () => site.page.language, placeNotice)
  await breathe()
  const remotes = createRemotes(createRuntime(sharedLibraries()), allowed, reports.running)
  await breathe()
  const showOverlay = connect(
    {
      loadUi: async () => {
        const ui = await loadWallets(document, resolve, allowed)
        site.resolved(loadWallets)
        return ui
      },
      settings,
      report: (error) =>
        report({ ...error, edition: HOST, release: page.lineup[HOST]?.release ?? '', path: site.page.path }),
      reload,
      unavailable: () => site.fail(loadWallets, reload),
    },
    page,
  )
  let refreshing = false
  const site = new Site({
    document,
    page,
    settings,
    remotes,
    preload: createPreload(document, allowed),
    notice,
    applyData: (next) => {
      applySnapshot(next === page ? snapshot : (next.snapshot ?? {}), next.time)
      if (!refreshing) startRefresh(settings.network)
      refreshing = true
    },
    navigate: (href) => navigator.navigate(href),
    transition: createTransition(window),
    report,
    reload,
    showOverlay,
    shown: reports.shown,
    running: reports.running,
  })
  const navigator = createNavigator({
    window,
    loaded: loadedPath(),
    current: () => site.page,
    pages: createPages(async (path, current, signal) => {
      site.prepare(path)
      const came = await fetchPage(path, current, signal)
      if (came) site.receive(came)
      return came
    }),
    show: (next, abandoned) => site.show(next, abandoned),
    scroll: createScrollPositions(window),
    announce: createAnnouncer(document),
    load: (href) => location.assign(href),
    reload,
    // Until a page came, only the host has done anything.
    failed: (error, next) => site.logError(next?.route ?? 'the next page', next?.edition ?? HOST, error),
  })
  if (page.dev) {
    const { followReleases, reportHydration } = await import(/* webpackChunkName: "dev" */ './dev')
    followReleases({ site, remotes, fetchPage, loadStyles, findStyles })
    reportHydration(site, report)
  }
  await site.start()
  keepTime(window, (time) => applySnapshot({}, time))
  if (!page.dev && window.navigator.serviceWorker && allowed.has(page.lineup[HOST]?.entry ?? '')) {
    idle(document.body, async () => {
      if (!readStored(VISITED)) return store(VISITED, '1')
      try {
        const { startOffline } = await import(/* webpackChunkName: "offline" */ './offline/offline')
        await startOffline(workerAddress(), { window, page: () => site.page, notice, reload })
      } catch (error) {
        // A browser in private mode may have no worker.
        console.warn('pages cannot be kept for when there is no connection:', error)
      }
    })
  }
  // By the host's own address it is known whether the map that lists this one is applied.
  if (reports.isReporting && allowed.has(page.lineup[HOST]?.entry ?? '')) {
    idle(document.body, async () => {
      try {
        const { observeVitals } = await import(/* webpackChunkName: "vitals" */ './reports/vitals')
        reports.watch(observeVitals(window, isSeen))
      } catch (error) {
        site.logError('vitals', HOST, error)
      }
    })
  }
}

/** The path that the document came with, which the address may have no more; some browsers do not tell. */
function loadedPath(): string {
  const [{ name = '' } = {}] = performance.getEntriesByType('navigation')
  return name.startsWith(location.origin) ? new URL(name).pathname : location.pathname
}

/** After main and not in it: a living root would meet a node it does not know. A live region needs no landmark. */
function placeNotice(region: HTMLElement): void {
  document.getElementById('fh-main')?.after(region)
}
