import { type EditionLook, Section } from '@fieldhouse/design'
import { itemMarks, listMark, type Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Price.module.css'
import { texts } from './texts'

const { path, usd, wax, least, most, fromAt, fromText, toAt, toText } = itemMarks(
  ...(['path', 'usd', 'wax', 'least', 'most'] as const),
  ...(['fromAt', 'fromText', 'toAt', 'toText'] as const),
)

/** What a price in dollars was in WAX: the gateway draws what it has. */
export function PriceHistory({ look, index }: { look: EditionLook; index: number }): ReactNode {
  const { t } = useTexts(texts)
  return (
    <Section id="price" look={look} index={index} title={t('title')} text={t('text')}>
      {listMark('median.history')}
    </Section>
  )
}

/** The price in dollars stands, and the one in WAX moves: both from nought, drawn of the hours that are known alone. */
function Chart() {
  const { t } = useTexts(texts)
  return (
    <figure className={s.chart}>
      <p className={s.usd} aria-hidden="true">
        <b>{`$${usd}`}</b>
      </p>
      <svg viewBox="0 0 1000 300" preserveAspectRatio="none" aria-hidden="true">
        <path className={s.zero} d="M0 300H1000" />
        <path className={s.line} d={path} />
      </svg>
      <p className={s.wax} aria-hidden="true">
        <b>{wax}</b> WAX
      </p>
      <p className={s.days}>
        <time dateTime={fromAt}>{fromText}</time> <time dateTime={toAt}>{toText}</time>
      </p>
      <figcaption>{t('summary', { usd: `$${usd}`, from: fromText, to: toText, least, most, wax })}</figcaption>
    </figure>
  )
}

function Words({ text }: { text: 'few' | 'unread' }) {
  const { t } = useTexts(texts)
  return <p className={s.words}>{t(text)}</p>
}

/** What stands where the history of the price is. */
export const pricePartials: Partials = {
  'median.history': {
    chart: () => <Chart />,
    few: () => <Words text="few" />,
    unread: () => <Words text="unread" />,
  },
}
