import { Hero, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { football } from '@fieldhouse/look-football'
import { PackSale } from '@fieldhouse/sale'
import { Floor, HomeCards } from '../../stills'
import { texts } from './texts'

export function Home() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        side={football.side}
        floor={<Floor play />}
        cards={<HomeCards />}
        title={t('title')}
        text={t('text')}
        action={{ href: '#packs', name: t('packs') }}
      >
        <a className={linkStyles.text} href="/football/daily-fantasy">
          {t('more')}
        </a>
      </Hero>
      <PackSale look={football} title={t('sale.title')}>
        {t('sale.text')}
      </PackSale>
    </>
  )
}
