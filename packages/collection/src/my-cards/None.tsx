import { linkStyles } from '@fieldhouse/design'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { EVERYTHING, type Finding } from '../cards/finding'
import s from './Beam.module.css'
import { searchTexts } from './search-texts'

interface NoneProps {
  /** How many cards there are. */
  count: number
  onFind: (change: Partial<Finding>) => void
}

/** Nothing was found. */
export function None({ count, onFind }: NoneProps) {
  const { t, language } = useTexts(searchTexts)
  return (
    <section className={s.none}>
      <h2>{t('none')}</h2>
      <p>{t('noneText', { count, number: formatNumber(count, language) })}</p>
      <button type="button" className={linkStyles.outline} onClick={() => onFind(EVERYTHING)}>
        {t('clear')}
      </button>
    </section>
  )
}
