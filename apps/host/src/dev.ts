import type { LineupEntry, Report } from '@fieldhouse/contract'
import { HOST, SHELL } from './editions'
import { keepIslands } from './keep-islands'
import type { fetchPage } from './navigation/pages'
import type { Remotes } from './remotes'
import type { Site } from './site'
import type { findStyles, loadStyles } from './styles'

/**
 * An event of `/_dev/events`: an edition's new release, and what the page's lineup is called with it: as before where the
 * edition is a developer's and the rest a gateway's.
 */
interface NewRelease {
  edition: string
  entry: LineupEntry
  signedLineup?: string
  /** The site's menu is another one, which a page has from when it was loaded. */
  menu?: boolean
}

/** What is needed of the host, handed over: what another file imports of it weighs on every page. */
export interface Surroundings {
  site: Site
  remotes: Pick<Remotes, 'load'>
  fetchPage: typeof fetchPage
  loadStyles: typeof loadStyles
  findStyles: typeof findStyles
}

/**
 * Follows the development server: after each build the new release takes the old one's place on the page, around the islands
 * that it does not change. Failures are printed and the page stays as it is until the next build.
 */
export function followReleases(surroundings: Surroundings): void {
  const { site } = surroundings
  let last: Promise<void> = Promise.resolve()
  new EventSource('/_dev/events').addEventListener('message', (event) => {
    last = last.then(async () => {
      const {
        edition,
        entry,
        menu,
        signedLineup = site.page.signedLineup,
      } = JSON.parse(String(event.data)) as NewRelease
      if (site.page.lineup[edition]?.release === entry.release) return
      // The libraries of a page and its menu are those that it was loaded with.
      if (edition === HOST || menu) return location.reload()
      await replaceRelease(surroundings, { edition, entry, signedLineup })
      console.info(`${edition} is now ${entry.release}`)
    })
    last = last.catch((error) => console.error('taking the new release:', error))
  })
}

/**
 * Puts another release of an edition in place, without a reload.
 *
 * @throws Error when the release cannot be loaded; then the page is as it was
 */
async function replaceRelease(
  { site, remotes, fetchPage, loadStyles, findStyles }: Surroundings,
  { edition, entry, signedLineup }: Required<Omit<NewRelease, 'menu'>>,
): Promise<void> {
  const previous = site.page.lineup[edition]
  const lineup = { ...site.page.lineup, [edition]: entry }
  const current = { ...site.page, lineup, signedLineup }
  const [mount, page] = await Promise.all([
    remotes.load(edition, entry),
    edition === current.edition || edition === SHELL
      ? fetchPage(current.path, current, new AbortController().signal)
      : null,
    loadStyles(document, entry.styles),
  ])
  site.page = { ...site.page, lineup, signedLineup }
  if (page && edition === site.page.edition)
    await site.show({ ...page, lineup, signedLineup, path: site.page.path }, () => false, keepIslands)
  if (edition === SHELL) site.replaceFrame(entry, mount, page?.footerMarkup)
  for (const address of previous?.styles ?? []) {
    if (!entry.styles.includes(address)) findStyles(document, address)?.remove()
  }
}

/**
 * Reports what React's development build says of a hydration: of attributes that differ it tells the console alone, and
 * the developer looks at the terminal, which prints reports.
 */
export function reportHydration(site: Site, report: (report: Report) => void): void {
  const print = console.error
  console.error = (...args: unknown[]) => {
    print(...args)
    const { path, edition, lineup } = site.page
    if (!/hydrated/.test(String(args[0]))) return
    report({ kind: 'recoverable', message: args.join(' '), edition, release: lineup[edition]?.release ?? '', path })
  }
}
