import { CardRow, Hero, linkStyles } from '@fieldhouse/design'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { SaleSection } from '@fieldhouse/sale'
import { homePath, type StandardEdition, titled, wordsOf } from '../edition'
import { texts } from '../texts'
import { withProps } from './inner'

interface HomeProps {
  edition: StandardEdition
  /** The page that tells more. */
  more: string
}

/** The edition's front: its cards and its packs. */
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
        foil={<Island hidden of="Foil" when="intent" props={{}} />}
      >
        <a className={linkStyles.text} href={`${homePath(edition)}/${more}`}>
          {words.more}
        </a>
      </Hero>
      <SaleSection look={look}>
        <Island of="Sale" when="sight" props={{}} />
      </SaleSection>
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
