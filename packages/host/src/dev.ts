import type { LineupEntry } from '@fieldhouse/contract'
import type { Site } from './site'

/**
 * Follows the development server: after each build the new release takes the old one's place on the page. Failures are
 * printed and the page stays as it is until the next build.
 */
export function followReleases(site: Site): void {
  let last: Promise<void> = Promise.resolve()
  new EventSource('/_dev/events').addEventListener('message', (event) => {
    last = last.then(async () => {
      const { edition, entry } = JSON.parse(String(event.data)) as { edition: string; entry: LineupEntry }
      if (site.page.lineup[edition]?.release === entry.release) return
      await site.replaceRelease(edition, entry)
      console.info(`${edition} is now ${entry.release}`)
    })
    last = last.catch((error) => console.error('taking the new release:', error))
  })
}
