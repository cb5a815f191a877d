import { CardPage, ClaimsPage, MyCardsPage } from '@fieldhouse/collection'
import { type ByLanguage, definePage, Island, type Page } from '@fieldhouse/edition-kit'
import { type EditionProps, homePath, type StandardEdition, titled } from '../edition'
import { withProps } from './inner'

const FOIL = <Island hidden of="Foil" when="intent" props={{}} />
const LOG_IN = <Island of="LogIn" when="idle" props={{}} />

const MyCards = ({ edition, title }: EditionProps & { title: ByLanguage }) => (
  <MyCardsPage look={edition.look} deck={edition.deck} title={title} login={LOG_IN}>
    {FOIL}
    <Island of="Cards" when="sight" props={{}} />
  </MyCardsPage>
)

const OneCard = ({ edition }: EditionProps) => (
  <CardPage floor={<edition.Floor />}>
    {FOIL}
    <Island of="Card" when="sight" props={{}} />
  </CardPage>
)

const Claims = () => (
  <ClaimsPage login={LOG_IN}>
    <Island of="Tickets" when="sight" props={{}} />
  </ClaimsPage>
)

/** The pages of what is somebody's own: their cards, one card, and the packs that wait for them. */
export function ownPages(edition: StandardEdition): Page[] {
  const own = { look: edition.look.edition, noindex: true } as const
  const myCards = titled(edition, 'myCards')
  return [
    definePage({
      path: `${homePath(edition)}/my-cards`,
      ...own,
      data: ['rowDrops'],
      ...myCards,
      Main: withProps(MyCards, { edition, title: myCards.title }),
    }),
    definePage({
      path: `${homePath(edition)}/my-cards/card`,
      ...own,
      ...titled(edition, 'card'),
      Main: withProps(OneCard, { edition }),
    }),
    definePage({
      path: `${homePath(edition)}/claims`,
      ...own,
      data: ['rowDrops'],
      ...titled(edition, 'claims'),
      Main: Claims,
    }),
  ]
}
