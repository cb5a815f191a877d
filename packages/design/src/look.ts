import type { Language } from '@fieldhouse/contract'

/** Where somebody who stands in line moves to the right: path data, 376 by 104. */
export interface LaneArt {
  /** What its ground is made of, quiet. */
  ground: string
  /** What is painted on the ground. */
  marks: string
  /** Where its goal line stands, ten wide, and where a ball lies that has scored. */
  goal: number
  scored: number
  /** The ball and its seams, around 0 0. */
  ball: string
  seams: string
  /** Whether a shot clock stands behind the goal line, which then stands at 326 at most. */
  hasClock: boolean
}

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
  /** Fetched for who stands in line. @default a field of yards with an oval ball */
  lane?: () => Promise<LaneArt>
}

/** A card as pages show it: its template, and which copy it is. */
export interface ShownCard {
  templateId: number
  mint: number
}

/** An edition's floor of the front page: five cards that stand on it, the rarest first, and its words. */
export interface Storey {
  /** Others than open the edition's pages. */
  cards: readonly ShownCard[]
  words: Readonly<Record<Language, StoreyWords>>
}

export interface StoreyWords {
  /** What the sport is played on, inside of a sentence, such as `an archery range`. */
  ground: string
  /** What is played there, and the way in. */
  text: string
  enter: string
}
