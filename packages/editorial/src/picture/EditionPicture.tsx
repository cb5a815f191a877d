import { Card, cardTexts, type Deck, type EditionLook, PackPicture, SharePicture, type Tier } from '@fieldhouse/design'
import { type PictureProps, usePages } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
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

const texts = defineTexts({
  en: { least: 'One {{tier}} or rarer', rarest: 'One {{tier}} card' },
  es: { least: 'Una {{tier}} o más rara', rarest: 'Una carta {{tier}}' },
})

/**
 * What a shared link shows: the page's title on the floor, and two cards, other ones on each page, or a pack and the rarest. Of
 * packs of a kind the pack is theirs, and the title what is guaranteed in it.
 */
export function EditionPicture({ page, title, pack, look, deck, floor, name, cards, art }: EditionPictureProps) {
  const { t } = useTexts(texts)
  const { t: ofCards } = useTexts(cardTexts)
  const place = usePages().indexOf(page)
  const home = `/${look.edition}`
  const isOfPacks = page.item === 'drops' || [home, `${home}/claims`].includes(page.path)
  const shown = [...cards, ...cards]
    .slice(isOfPacks ? 0 : place % cards.length)
    .map((card) => <Card key={card.templateId} deck={deck} {...card} />)
  if (pack) {
    const least = Number(pack.least) as Tier
    return (
      <SharePicture
        look={look.edition}
        floor={floor}
        name={name}
        title={least > 1 ? t(least < 5 ? 'least' : 'rarest', { tier: ofCards(`tier${least}`) }) : title}
        art={[<PackPicture key="pack" look={look} name={name} art={pack} />]}
      />
    )
  }
  const drawn = isOfPacks ? [<PackPicture key="pack" look={look} name={name} />, shown[0]] : shown.slice(0, 2)
  return <SharePicture look={look.edition} floor={floor} name={name} title={title} art={art ?? drawn} level={!!art} />
}
