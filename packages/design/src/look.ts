/**
 * What an edition's drawings differ in, as far as every page needs it. Its deck and its floor are art: parts that a first
 * page does not load.
 */
export interface EditionLook {
  /** The edition's name: also the `data-floor` of what is painted in its colours. */
  edition: string
  /** How many cards make a side: what a hero and a pack's wrapper say largest. */
  side: number
  /** The lines on a pack's wrapper: path data on 300 by 420. */
  packLines: string
  /** The painted mark beside the heading of a page's section, counted from 1: what stands before and after its line. */
  sectionMark: (index: number) => readonly [before: string | number, after: string | number]
}
