import { Hero } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { PackSale } from '@fieldhouse/sale'
import { Floor, HomeLineUp } from './stills'
import { texts } from './texts'

/** The edition's one page: its line-up and its packs. */
export function Main() {
  const { t } = useTexts(texts)
  return (
    <>
      <Hero
        sport="basketball"
        floor={<Floor play />}
        lineup={<HomeLineUp />}
        title={t('home.title')}
        text={t('home.text')}
        action={{ href: '#packs', name: t('home.packs') }}
      />
      <PackSale sport="basketball" title={t('sale.title')}>
        {t('sale.text')}
      </PackSale>
    </>
  )
}
