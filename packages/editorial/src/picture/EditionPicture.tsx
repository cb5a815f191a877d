import { Card, type Deck, type EditionLook, PackPicture, SharePicture } from '@fieldhouse/design'
import { type PictureProps, usePages } from '@fieldhouse/edition-kit'
import type { ReactNode } from 'react'

export interface EditionPictureProps extends PictureProps {
  look: EditionLook
  deck: Deck
  floor: ReactNode
  /** What people call the edition. */
  name: string
  /** What it takes cards from, the rarest first. */
  cards: readonly { templateId: number; mint: number }[]
  /** What stands in the place of cards, all of it as high. */
  art?: readonly ReactNode[] | undefined
}

/** What a shared link shows: the page's title on the floor, and two cards, other ones on each page, or a pack and the rarest. */
export function EditionPicture({ page, title, look, deck, floor, name, cards, art }: EditionPictureProps) {
  const place = usePages().indexOf(page)
  const home = `/${look.edition}`
  const isOfPacks = page.item === 'drops' || [home, `${home}/claims`].includes(page.path)
  const shown = [...cards, ...cards]
    .slice(isOfPacks ? 0 : place % cards.length)
    .map((card) => <Card key={card.templateId} deck={deck} {...card} />)
  const drawn = isOfPacks ? [<PackPicture key="pack" look={look} name={name} />, shown[0]] : shown.slice(0, 2)
  return <SharePicture look={look.edition} floor={floor} name={name} title={title} art={art ?? drawn} level={!!art} />
}
