import { type EditionLook, Section } from '@fieldhouse/design'
import { itemMarks, listMark, type Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Price.module.css'
import { texts } from './texts'

const { path, usd, wax, least, leastX, leastY, most, mostX, mostY, axis, axisY, ...days } = itemMarks(
  ...(['path', 'usd', 'wax', 'least', 'leastX', 'leastY', 'most', 'mostX', 'mostY', 'axis', 'axisY'] as const),
  ...(['fromAt', 'fromText', 'midAt', 'midText', 'toAt', 'toText'] as const),
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
      {/* Words keep their shape, while the line is as wide as the page. */}
      <div className={s.plot}>
        <svg aria-hidden="true">
          <line className={s.grid} x1="0" x2="100%" y1="100%" y2="100%" />
          <line className={s.grid} x1="0" x2="100%" y1={axisY} y2={axisY} />
          <svg viewBox="0 0 1000 300" preserveAspectRatio="none" aria-hidden="true">
            <path className={s.line} d={path} />
          </svg>
          <text x={-8} y="100%" textAnchor="end">
            0
          </text>
          <text x={-8} y={axisY} dy={6} textAnchor="end">
            {axis}
          </text>
          <Extreme x={mostX} y={mostY} away={-1} />
          <Extreme x={leastX} y={leastY} away={1} />
        </svg>
        <svg className={s.said} aria-hidden="true">
          <Extreme x={mostX} y={mostY} away={-1}>
            {t('most', { wax: most })}
          </Extreme>
          <Extreme x={leastX} y={leastY} away={1}>
            {t('least', { wax: least })}
          </Extreme>
        </svg>
      </div>
      <p className={s.wax} aria-hidden="true">
        <b>{wax}</b> WAX
      </p>
      <p className={s.days}>
        <time dateTime={days.fromAt}>{days.fromText}</time> <time dateTime={days.midAt}>{days.midText}</time>{' '}
        <time dateTime={days.toAt}>{days.toText}</time>
      </p>
      <figcaption>
        {t('summary', { usd: `$${usd}`, from: days.fromText, to: days.toText, least, most, wax })}
      </figcaption>
    </figure>
  )
}

/** The length of a stroke between the line and its words, pixels. */
const STROKE = 34

/** Where the line is highest or lowest: its stroke, or its words. */
function Extreme({ x, y, away, children }: { x: string; y: string; away: 1 | -1; children?: string }) {
  return (
    <svg className={s.extreme} x={x} y={y} aria-hidden="true">
      {children ? (
        <text x={0} y={away * (STROKE + 4)} dy={away > 0 ? 14 : 0} textAnchor="middle">
          {children}
        </text>
      ) : (
        <line x1={0} y1={0} x2={0} y2={away * STROKE} />
      )}
    </svg>
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
