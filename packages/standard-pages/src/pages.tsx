import { CardPage, ClaimsPage, MyCardsPage, ReceiptPage, WallPage } from '@fieldhouse/collection'
import { Anatomy, Card, CardRow, Hero, linkStyles, type ShownCard, Supply, Tiers } from '@fieldhouse/design'
import { type ByLanguage, definePage, Island, type Page } from '@fieldhouse/edition-kit'
import { Post as Article, Blog, InnerPage } from '@fieldhouse/editorial'
import { useTexts } from '@fieldhouse/i18n'
import { DropPage, SaleSection } from '@fieldhouse/sale'
import { type ComponentType, createElement, type PropsWithChildren, type ReactElement } from 'react'
import {
  blogPath,
  dropsPath,
  type EditionProps,
  homePath,
  LEARN_MORE,
  type StandardEdition,
  titled,
  wordsOf,
} from './edition'
import { texts } from './texts'

/** A component that has some of its props already, such as a page's of one edition. It is made once, with its module. */
export const withProps =
  <Rest extends object, Known extends object>(Component: ComponentType<Known & Rest>, known: Known) =>
  (rest: Rest): ReactElement =>
    createElement(Component, { ...known, ...rest })

export type InnerProps = PropsWithChildren<{
  /** The page that follows from this one, such as `faq`. @default the first other one of the menu */
  next?: string
}>

/** What moves the foil of a page's cards under the pointer. */
const FOIL = <Island hidden of="Foil" when="intent" props={{}} />

/** A page inside an edition, with what it leads on to. */
export const Inner = ({ next, children }: InnerProps) => (
  <InnerPage next={next} foil={FOIL}>
    {children}
  </InnerPage>
)

interface HomeProps {
  edition: StandardEdition
  /** The page that tells more. */
  more: string
}

/** The edition's front: its cards, its packs and what is in them. */
function Home({ edition, more }: HomeProps) {
  const { t, language } = useTexts(texts)
  const { look, deck, Floor, shown } = edition
  const words = wordsOf(edition, 'home')[language]
  return (
    <>
      <Hero
        side={look.side}
        floor={<Floor play />}
        cards={<CardRow deck={deck} cards={shown} />}
        title={t('home.heading')}
        text={words.text}
        action={{ href: '#packs', name: t('home.packs') }}
        foil={FOIL}
      >
        <a className={linkStyles.text} href={`${homePath(edition)}/${more}`}>
          {words.more}
        </a>
      </Hero>
      <SaleSection look={look}>
        <Island of="Sale" when="sight" props={{}} />
      </SaleSection>
      <Island of="Odds" when="sight" props={{ index: 2 }} />
    </>
  )
}

export const homePage = (edition: StandardEdition, { more, menu }: NonNullable<StandardEdition['home']>) =>
  definePage({
    path: homePath(edition),
    look: edition.look.edition,
    data: ['rowDrops', 'medianPrice'],
    ...(menu && { menu }),
    ...titled(edition, 'home'),
    Main: withProps(Home, { edition, more }),
  })

/** A pack on sale, and where it is bought. */
const Drop = ({ edition }: EditionProps) => (
  <DropPage
    look={edition.look}
    floor={<edition.Floor />}
    sale={`${homePath(edition)}#packs`}
    inside={<Island of="Inside" when="sight" props={{}} />}
  >
    <Island of="DropSale" when="idle" props={{}} />
  </DropPage>
)

export const dropPage = (edition: StandardEdition) =>
  definePage({
    path: `${dropsPath(edition)}/:id`,
    item: 'drops',
    look: edition.look.edition,
    data: ['rowDrops', 'medianPrice'],
    ...titled(edition, 'drop'),
    Main: withProps(Drop, { edition }),
  })

interface CardProps extends EditionProps {
  /** Beside the text. */
  card: ShownCard
}

function Posts({ edition }: EditionProps) {
  const { language } = useTexts(texts)
  const { heading, opening } = wordsOf(edition, 'blog')[language]
  return (
    <Inner>
      <Blog title={heading} opening={opening} />
    </Inner>
  )
}

const Post = ({ edition, card }: CardProps) => (
  <article>
    {FOIL}
    <Article blog={blogPath(edition)} floor={<edition.Floor />} card={<Card deck={edition.deck} {...card} />} />
  </article>
)

/** The posts, and a page of each. */
export function blogPages(edition: StandardEdition, { postCard }: NonNullable<StandardEdition['blog']>): Page[] {
  const { en, es } = wordsOf(edition, 'blog')
  const all = { look: edition.look.edition, data: ['PostsMedium'] as const }
  return [
    definePage({
      path: blogPath(edition),
      ...all,
      menu: { place: 2, name: { en: 'Blog', es: 'Blog' } },
      title: { en: en.title, es: es.title },
      description: { en: en.description, es: es.description },
      Main: withProps(Posts, { edition }),
    }),
    definePage({
      path: `${blogPath(edition)}/:slug`,
      item: 'posts',
      ...all,
      data: ['PostsMedium', 'rowDrops', 'medianPrice'],
      title: { en: '@item/title@', es: '@item/title@' },
      description: { en: '@item/excerpt@', es: '@item/excerpt@' },
      Main: withProps(Post, { edition, card: postCard }),
    }),
  ]
}

interface CardsProps extends EditionProps {
  anatomy: ShownCard
  tiers: readonly ShownCard[]
}

/** What a card is made of, its tiers, how many there are and how often a pack has one. */
const Cards = ({ edition, anatomy, tiers }: CardsProps) => (
  <Inner>
    <Anatomy deck={edition.deck} {...anatomy} />
    <Tiers look={edition.look} deck={edition.deck} cards={tiers} />
    <Supply look={edition.look} />
    <Island of="Odds" when="sight" props={{ index: 3 }} />
  </Inner>
)

export function cardsPage(edition: StandardEdition, { place, ...cards }: NonNullable<StandardEdition['cards']>) {
  const { en, es } = wordsOf(edition, 'cards')
  return definePage({
    path: `${homePath(edition)}/cards`,
    look: edition.look.edition,
    data: ['rowDrops'],
    menu: {
      group: LEARN_MORE,
      place,
      name: { en: en.menu, es: es.menu },
      text: { en: en.menuText, es: es.menuText },
    },
    title: { en: en.title, es: es.title },
    description: { en: en.description, es: es.description },
    Main: withProps(Cards, { edition, ...cards }),
  })
}

// To who is logged in it is not displayed, and so its code is not fetched.
const LOG_IN = <Island of="LogIn" when="sight" props={{}} />

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

const OwnReceipt = ({ edition }: EditionProps) => (
  <ReceiptPage floor={<edition.Floor />} login={LOG_IN}>
    <Island of="Receipt" when="sight" props={{}} />
  </ReceiptPage>
)

function Wall({ edition }: EditionProps) {
  const { language } = useTexts(texts)
  return (
    <WallPage sport={edition.texts[language].sport}>
      {FOIL}
      <Island of="PublicWall" when="sight" props={{}} />
    </WallPage>
  )
}

const Claims = () => (
  <ClaimsPage login={LOG_IN}>
    <Island of="Tickets" when="sight" props={{}} />
  </ClaimsPage>
)

/** The pages of what is somebody's own: their cards, one card, their wall for others, and the packs that wait for them. */
export function ownPages(edition: StandardEdition): Page[] {
  const own = (
    path: string,
    words: Parameters<typeof titled>[1],
    rest: Pick<Page, 'Main' | 'data' | 'item' | 'shows'>,
  ) =>
    definePage({
      path: `${homePath(edition)}/${path}`,
      look: edition.look.edition,
      noindex: true,
      ...titled(edition, words),
      ...rest,
    })
  const { title } = titled(edition, 'myCards')
  return [
    own('my-cards', 'myCards', { data: ['rowDrops'], Main: withProps(MyCards, { edition, title }) }),
    own('my-cards/card', 'card', { shows: 'card', Main: withProps(OneCard, { edition }) }),
    own('my-cards/receipt', 'receipt', { data: ['rowDrops'], Main: withProps(OwnReceipt, { edition }) }),
    own('claims', 'claims', { data: ['rowDrops'], Main: Claims }),
    own('wall/:account', 'wall', { item: 'accounts', shows: 'wall', Main: withProps(Wall, { edition }) }),
  ]
}
