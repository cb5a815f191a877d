import type { LineupEntry, Report } from '@fieldhouse/contract'
import { HOST } from './editions'
import { keepIslands } from './keep-islands'
import type { Site } from './site'

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

/**
 * Follows the development server: after each build the new release takes the old one's place on the page, around the islands
 * that it does not change. Failures are printed and the page stays as it is until the next build.
 */
export function followReleases(site: Site): void {
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
      await site.replaceRelease(edition, entry, signedLineup, keepIslands)
      console.info(`${edition} is now ${entry.release}`)
    })
    last = last.catch((error) => console.error('taking the new release:', error))
  })
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
