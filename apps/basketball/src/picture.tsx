import { Card, PackPicture, SharePicture } from '@fieldhouse/design'
import { type PictureProps, usePages } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { HOME_CARDS } from './pages/home/cards'

const texts = defineTexts({ en: { edition: 'Basketball' }, es: { edition: 'Baloncesto' } })

/** Pages about packs show one, and a card out of it. */
const PACKS = ['/basketball', '/basketball/drops/:id', '/basketball/claims']

/** What a shared link shows: the page's title on the floor, and two of the edition's cards, other ones on each page. */
export function Picture({ page, title }: PictureProps) {
  const { t } = useTexts(texts)
  const place = usePages().indexOf(page)
  // The rarest beside a pack.
  const at = PACKS.includes(page.path) ? 0 : place
  const cards = [at, at + 1].map((index) => {
    const card = HOME_CARDS[index % HOME_CARDS.length] ?? HOME_CARDS[0]
    return <Card key={card.templateId} deck={basketballDeck} {...card} />
  })
  const art = PACKS.includes(page.path)
    ? [<PackPicture key="pack" look={basketball} name={t('edition')} />, cards[0]]
    : cards
  return <SharePicture look="basketball" floor={<BasketballFloor />} name={t('edition')} title={title} art={art} />
}
