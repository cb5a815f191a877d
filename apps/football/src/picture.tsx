import { Card, PackPicture, Portrait, SharePicture } from '@fieldhouse/design'
import { type PictureProps, usePages } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { HOME_CARDS } from './pages/home/cards'
import { CREW } from './pages/team/crew'

const texts = defineTexts({ en: { edition: 'Football' }, es: { edition: 'Fútbol americano' } })

/** Pages about packs show one, and a card out of it. */
const PACKS = ['/football', '/football/drops/:id', '/football/claims']

const TEAM = CREW.slice(0, 3).map(({ who, ...portrait }) => <Portrait key={who} {...portrait} />)

/** What a shared link shows: the page's title on the floor, and two of the edition's cards, other ones on each page. */
export function Picture({ page, title }: PictureProps) {
  const { t } = useTexts(texts)
  const place = usePages().indexOf(page)
  // The rarest beside a pack.
  const at = PACKS.includes(page.path) ? 0 : place
  const cards = [at, at + 1].map((index) => {
    const card = HOME_CARDS[index % HOME_CARDS.length] ?? HOME_CARDS[0]
    return <Card key={card.templateId} deck={footballDeck} {...card} />
  })
  const isTeam = page.path === '/football/team'
  const pack = <PackPicture key="pack" look={football} name={t('edition')} />
  const art = PACKS.includes(page.path) ? [pack, cards[0]] : isTeam ? TEAM : cards
  return (
    <SharePicture
      look="football"
      floor={<FootballFloor />}
      name={t('edition')}
      title={title}
      art={art}
      level={isTeam}
    />
  )
}
