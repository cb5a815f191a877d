import type { Language } from '@fieldhouse/contract'
import type { ComponentType } from 'react'
import type { Deck } from './card/deck'
import type { FloorProps } from './floor/Floor'
import type { EditionLook } from './look'

/** A card as pages show it: its template, and which copy it is. */
export interface ShownCard {
  templateId: number
  mint: number
}

/** What the shell says of an edition in one language. */
export interface StoreyWords {
  /** What the sport is called inside of a sentence, such as `archery`. */
  sport: string
  /** What it is played on, such as `an archery range`. */
  ground: string
  /** How many cards make a side, and where: `six`, `on the range`. */
  side: string
  place: string
  /** What is played there, and the way in. */
  text: string
  enter: string
}

/** What the shell shows of an edition, a floor of the building: on the front page, around the edition's pages, in pictures. */
export interface Storey {
  look: EditionLook
  deck: Deck
  Floor: ComponentType<FloorProps>
  /** The three cards that stand on the front page's floor, the rarest first: others than open the edition's pages. */
  cards: readonly ShownCard[]
  /** The card in the pictures of shared links. */
  rarest: ShownCard
  words: Readonly<Record<Language, StoreyWords>>
}
