import type { Language } from '@fieldhouse/contract'
import { Card, CardStencil, cardTexts, type Deck, posesOf, SharePicture, TIERS, WallPicture } from '@fieldhouse/design'
import type { CardPictures, Page, Partials, PictureProps } from '@fieldhouse/edition-kit'
import { EditionPicture, postPartials, pricePartials } from '@fieldhouse/editorial'
import { textsIn, useTexts } from '@fieldhouse/i18n'
import { dropPartials } from '@fieldhouse/sale'
import { blogPath, dropsPath, type EditionProps, nameOf, type StandardEdition } from './edition'
import { blogPages, cardsPage, dropPage, homePage, Inner, ownPages, withProps } from './pages'
import { storeyOf } from './storey'
import { texts } from './texts'

/** What a shared link shows of an edition's page. */
function StandardPicture({ edition, ...props }: PictureProps & EditionProps) {
  const { language } = useTexts(texts)
  const { look, deck, Floor, shown, art } = edition
  return (
    <EditionPicture
      {...props}
      look={look}
      deck={deck}
      floor={<Floor />}
      name={nameOf(edition)[language]}
      cards={shown}
      art={art?.(props.page)}
    />
  )
}

interface TeamProps extends EditionProps {
  team: number
}

/** What stands around one of its cards, of a team. */
function CardFrame({ edition, team }: TeamProps) {
  const { language } = useTexts(texts)
  const { look, deck, Floor } = edition
  return (
    <SharePicture
      look={look.edition}
      floor={<Floor />}
      name={nameOf(edition)[language]}
      title={deck.teams[team]?.name ?? ''}
      note="{TIER} · {POSITION} · {NUMBER}"
      art={['{CARD}']}
    />
  )
}

function Wall({ edition }: EditionProps) {
  const { language } = useTexts(texts)
  return <WallPicture look={edition.look.edition} floor={<edition.Floor />} name={nameOf(edition)[language]} />
}

/** What a shared link shows of one of its cards, and of somebody's wall. */
function cardPicturesOf(edition: StandardEdition): CardPictures {
  const { deck } = edition
  const tiersIn = (language: Language) => TIERS.map((tier) => textsIn(cardTexts, language)(`tier${tier}`).toUpperCase())
  return {
    teams: deck.teams.length,
    positions: deck.positions.map(([name]) => name),
    poses: (tier, position) => posesOf(deck.positions[position] as Deck['positions'][number], tier).length,
    tiers: { en: tiersIn('en'), es: tiersIn('es') },
    Card: withProps(CardStencil, { deck }),
    Frame: withProps(CardFrame, { edition }),
    Wall: withProps<object, EditionProps>(Wall, { edition }),
  }
}

/**
 * What editions have alike: the home page, a page of each drop and of each post, the blog, how cards are built, and what is
 * somebody's own; the markup of their lists, the pictures of shared links, its floor of the front page, and what stands around an
 * inner page. An app exports
 * it from `src/edition.tsx`. A page of its own in `src/pages` takes the place of the one at its path.
 *
 * What is operated in them are islands of the app, in `src/islands`, since each is a script with the edition's own look in it.
 */
export function standardPages(edition: StandardEdition) {
  const { look, deck, home, blog, cards } = edition
  const pages: Page[] = [
    ...(home ? [homePage(edition, home)] : []),
    dropPage(edition),
    ...(blog ? blogPages(edition, blog) : []),
    ...(cards ? [cardsPage(edition, cards)] : []),
    ...ownPages(edition),
  ]
  const partials: Partials = {
    ...dropPartials(look, dropsPath(edition)),
    ...(blog &&
      postPartials(blogPath(edition), { floor: <edition.Floor />, card: <Card deck={deck} {...blog.card} /> })),
    ...pricePartials,
  }
  return {
    pages,
    partials,
    Picture: withProps<PictureProps, EditionProps>(StandardPicture, { edition }),
    cardPictures: cardPicturesOf(edition),
    storey: storeyOf(edition),
    InnerPage: Inner,
  }
}
