import { Hero } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { basketball } from '@fieldhouse/look-basketball'
import { PackSale } from '@fieldhouse/sale'
import { Floor, HomeCards } from '../../stills'
import { texts } from './texts'

/** The edition's one page: its cards and its packs. */
export function Home() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        side={basketball.side}
        floor={<Floor play />}
        cards={<HomeCards />}
        title={t('title')}
        text={t('text')}
        action={{ href: '#packs', name: t('packs') }}
      />
      <PackSale look={basketball} title={t('sale.title')}>
        {t('sale.text')}
      </PackSale>
    </>
  )
}
