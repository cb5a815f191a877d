import { useTexts } from '@fieldhouse/i18n'
import { basketball } from '@fieldhouse/look-basketball'
import { PackSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'
import { texts } from '../sale-texts'

/** What the edition sells now, and where it is bought. */
export function Sale() {
  const { t } = useTexts(texts)
  return (
    <PackSale look={basketball} pages={DROPS} title={t('title')}>
      {t('text')}
    </PackSale>
  )
}
