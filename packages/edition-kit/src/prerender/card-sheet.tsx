import type { Language } from '@fieldhouse/contract'
import type { ReactElement } from 'react'
import type { CardPictures } from '../page/card-pictures'

/** The drawings of an app's {@link CardPictures}, SVGs with marks. */
export interface CardSheet {
  tiers: CardPictures['tiers']
  positions: CardPictures['positions']
  /** By tier, team, position and pose. */
  cards: string[][][][]
  /** By team. */
  frames: Record<Language, string[]>
  wall: Record<Language, string>
}

/** @param draw writes what is seen in a language */
export function cardSheetOf(
  { teams, positions, poses, tiers, Card, Frame, Wall }: CardPictures,
  draw: (drawing: ReactElement, language: Language) => string,
): CardSheet {
  const ofEach = <Made,>(count: number, make: (index: number) => Made) =>
    Array.from({ length: count }, (_, at) => make(at))
  const frames = (language: Language) => ofEach(teams, (team) => draw(<Frame team={team} />, language))
  return {
    tiers,
    positions,
    cards: ofEach(tiers.en.length, (index) => {
      const tier = (index + 1) as 1 | 2 | 3 | 4 | 5
      return ofEach(teams, (team) =>
        ofEach(positions.length, (position) =>
          ofEach(poses(tier, position), (pose) => draw(<Card {...{ tier, team, position, pose }} />, 'en')),
        ),
      )
    }),
    frames: { en: frames('en'), es: frames('es') },
    wall: { en: draw(<Wall />, 'en'), es: draw(<Wall />, 'es') },
  }
}
