import { useTexts } from '@fieldhouse/i18n'
import { football } from '@fieldhouse/look-football'
import { PackSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'
import { texts } from '../sale-texts'

/** What the edition sells now, and where it is bought. */
export function Sale() {
  const { t } = useTexts(texts)
  return (
    <PackSale look={football} pages={DROPS} title={t('title')}>
      {t('text')}
    </PackSale>
  )
}
