import { CardRow, Hero, linkStyles } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { SaleSection } from '@fieldhouse/sale'
import { Foil } from '../../islands/Foil'
import { HOME_CARDS } from './cards'
import { Sale } from './islands/Sale'
import { texts } from './texts'

export function Home() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        side={football.side}
        floor={<FootballFloor play />}
        cards={<CardRow deck={footballDeck} cards={HOME_CARDS} />}
        title={t('title')}
        text={t('text')}
        action={{ href: '#packs', name: t('packs') }}
        foil={<Island hidden of={Foil} when="intent" props={{}} />}
      >
        <a className={linkStyles.text} href="/football/daily-fantasy">
          {t('more')}
        </a>
      </Hero>
      <SaleSection look={football}>
        <Island of={Sale} when="sight" props={{}} />
      </SaleSection>
    </>
  )
}
