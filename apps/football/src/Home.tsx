import { Hero, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { PackSale } from '@fieldhouse/sale'
import { pathOf } from './pages'
import { Floor, HomeLineUp } from './stills'
import { texts } from './texts'

export function Home() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        sport="football"
        floor={<Floor play />}
        lineup={<HomeLineUp />}
        title={t('home.title')}
        text={t('home.text')}
        action={{ href: '#packs', name: t('home.packs') }}
      >
        <a className={linkStyles.text} href={pathOf('daily-fantasy')}>
          {t('home.more')}
        </a>
      </Hero>
      <PackSale sport="football" title={t('sale.title')}>
        {t('sale.text')}
      </PackSale>
    </>
  )
}
