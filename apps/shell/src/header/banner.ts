import { type Drop, dropState } from '@fieldhouse/chain-data'

/**
 * What the sale banner counts: milliseconds until the next sale, 0 while one is live, null when there is none. Before the
 * start that the settings name it is that; afterwards what the chain says, because 'Sale is live!' is a promise that packs
 * can be bought; without the chain's word the settings' (specification, section 2, Sale banner).
 *
 * @param start of the settings, epoch milliseconds
 * @param drops all of the site, null when they cannot be read
 * @param now the gateway's time, epoch milliseconds
 */
export function bannerOf(start: number, drops: readonly Drop[] | null, now: number): number | null {
  if (start > now) return start - now
  if (drops === null) return 0
  const shown = drops.filter(({ isHidden }) => !isHidden)
  if (shown.some((drop) => dropState(drop, now) === 'live')) return 0
  const starts = shown.filter((drop) => dropState(drop, now) === 'soon').map(({ startsAt }) => startsAt ?? 0)
  return starts.length > 0 ? Math.min(...starts) - now : null
}
