import { CardRow, Hero, linkStyles } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { SaleSection } from '@fieldhouse/sale'
import { Foil } from '../../islands/Foil'
import { HOME_CARDS } from './cards'
import { Sale } from './islands/Sale'
import { texts } from './texts'

/** The edition's front: its cards and its packs. */
export function Home() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        side={basketball.side}
        floor={<BasketballFloor play />}
        cards={<CardRow deck={basketballDeck} cards={HOME_CARDS} />}
        title={t('title')}
        text={t('text')}
        action={{ href: '#packs', name: t('packs') }}
        foil={<Island hidden of={Foil} when="intent" props={{}} />}
      >
        <a className={linkStyles.text} href="/basketball/cards">
          {t('cards')}
        </a>
      </Hero>
      <SaleSection look={basketball}>
        <Island of={Sale} when="sight" props={{}} />
      </SaleSection>
    </>
  )
}
