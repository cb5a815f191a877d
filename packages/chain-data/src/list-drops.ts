import { type DropState, dropState } from './rows/drop'
import type { Drop } from './store/app-data'

/** A drop and where it stands. */
export type ListedDrop = Drop & { state: DropState }

const ORDER: readonly DropState[] = ['live', 'soon', 'soldout', 'ended']

/**
 * The drops of an edition in the order that holds everywhere (docs/edition-contract.md, "Lists the gateway knows"): live
 * by end time, then soon by start time, then sold out, then ended, newest first; ties by id. Hidden ones are left out.
 *
 * @param now the gateway's time, epoch milliseconds
 */
export const listDrops = (drops: readonly Drop[], edition: string, now: number): ListedDrop[] =>
  drops
    .filter((drop) => drop.edition === edition && !drop.isHidden)
    .map((drop) => ({ ...drop, state: dropState(drop, now) }))
    .sort(compare)

const compare = (a: ListedDrop, b: ListedDrop): number =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || place(a) - place(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** Where a drop stands among those of its state; finite, because two infinities have no difference. */
const place = ({ state, startsAt, endsAt }: Drop & { state: DropState }): number => {
  switch (state) {
    case 'live':
      return endsAt ?? Number.MAX_SAFE_INTEGER
    case 'soon':
      return startsAt ?? 0
    case 'soldout':
      return -(startsAt ?? 0)
    case 'ended':
      return -(endsAt ?? 0)
  }
}
