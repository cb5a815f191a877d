import { Card, SharePicture } from '@fieldhouse/design'
import type { PictureProps } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { capitalized } from '@fieldhouse/i18n/words'
import { houseWords, PaintedFloor, STOREYS } from './looks/storeys'
import { texts } from './texts'

/** As many cards as stand beside a title. */
const RAREST = STOREYS.slice(0, 3).map(({ look, deck, rarest }) => <Card key={look.edition} deck={deck} {...rarest} />)

/** What a shared link shows: the page's title, and the rarest card of the floors. */
export function Picture({ page, title }: PictureProps) {
  const { language } = useTexts(texts)
  const floor = <PaintedFloor look={page.look} />
  const name = capitalized(houseWords(STOREYS)[language].sports)
  return <SharePicture look={page.look} floor={floor} name={name} title={title} art={RAREST} />
}
