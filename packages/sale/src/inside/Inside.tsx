import { useUnreadSince } from '@fieldhouse/chain-data'
import { cardTexts, type EditionLook, OUTLINE, Section, TIERS, type Tier } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { formatDecimal, formatPercent } from '@fieldhouse/i18n/decimals'
import { type ReactNode, useId } from 'react'
import { useOwnDrop } from '../drop-page/use-own-drop'
import tiers from '../odds/tiers.module.css'
import { type ByTier, contentsOf, outcomeOf, places } from './contents'
import s from './Inside.module.css'
import { texts } from './texts'

/** A hundred cards in five rows: a column is five of them. */
const ROWS = 5
const [WIDTH, HEIGHT, STEP_X, STEP_Y] = [50, 70, 65.6, 82]

/** What is in the packs of the drop that the page's address names: drawn, counted, and what is guaranteed. */
export function Inside({ look }: { look: EditionLook }): ReactNode {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const { drop } = useOwnDrop(look.edition)
  const unreadSince = useUnreadSince('rowDrops')
  const contents = drop ? contentsOf(drop) : null
  const { expected, held, reached = 0 } = contents ? outcomeOf(contents) : {}
  const name = (tier: Tier) => card(`tier${tier}`)
  const least = contents && contents.least > 1 ? contents.least : null
  const sum = expected ? TIERS.reduce((all, tier) => all + expected[tier], 0) : 1
  const tenths = (value: number) => formatDecimal(Math.round(value * 10) / 10, language)
  /** Of a hundred cards, with a tenth where that is all there is. */
  const hundred = (tier: Tier) => (expected ? tenths((100 * expected[tier]) / sum) : '—')
  const share = (of: number) => formatPercent(Math.round(of * 1000) / 10, language)
  const missing = drop ? 'none' : unreadSince === null ? 'reading' : 'unread'
  return (
    <Section id="inside" look={look} index={1} title={t('title')} text={t('text')}>
      <div className={s.inside}>
        <p className={`${s.cards} ${tiers.status}`} role="status">
          {contents ? (
            <>
              <b>{t('cards', { count: contents.cards })}</b> {least ? t('least', { tier: name(least) }) : t('noLeast')}
            </>
          ) : (
            <>
              <span>{t(missing)}</span>
              <noscript>{t('unscripted')}</noscript>
            </>
          )}
        </p>
        <svg
          className={s.waffle}
          viewBox="-1 -1 1300 402"
          role="img"
          aria-label={
            expected
              ? t('label', {
                  list: TIERS.map((tier) => t('item', { count: hundred(tier), tier: name(tier) })).join(', '),
                })
              : t('title')
          }
        >
          {expected && <Waffle expected={expected} />}
        </svg>
        <table className={tiers.table}>
          <thead>
            <tr>
              <th scope="col">{t('tier')}</th>
              <th scope="col">{t('hundred')}</th>
              <th scope="col">{t('chance')}</th>
              <th scope="col">{t('packs')}</th>
            </tr>
          </thead>
          <tbody>
            {TIERS.map((tier) => (
              <tr key={tier}>
                <th scope="row">
                  <svg viewBox="-6 -6 312 432" aria-hidden="true">
                    <path className={s[`w${tier}`]} d={OUTLINE[tier]} />
                  </svg>
                  {name(tier)}
                </th>
                {/* Other elements than before: what begins elsewhere in its place has not moved. */}
                <td>{expected ? <b>{hundred(tier)}</b> : '—'}</td>
                <td>{contents ? <i>{formatPercent(contents.odds[tier] / 100, language)}</i> : '—'}</td>
                <td>{held ? <i>{share(held[tier])}</i> : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={s.fine}>
          <h3>{t('how')}</h3>
          <p>
            {t('draw')} {least && t('drawLeast', { tier: name(least) })}
          </p>
          {contents && least && <p>{t('guarantee', { tier: name(least), without: share(reached) })}</p>}
          <p>{t('lumpy')}</p>
        </div>
      </div>
    </Section>
  )
}

/** A card of each place in the cut of its tier, and of a place that tiers share the part that each has. */
function Waffle({ expected }: { expected: ByTier }) {
  const id = useId()
  return places(expected).map((pieces, place) => {
    const at = `translate(${(Math.floor(place / ROWS) * STEP_X).toFixed(1)} ${(place % ROWS) * STEP_Y})`
    const cut = `${at} scale(${(WIDTH / 300).toFixed(4)})`
    return pieces.map(({ tier, from, to }) => {
      const key = `${place}-${tier}`
      if (from === 0 && to === 1) return <path key={key} className={s[`w${tier}`]} transform={cut} d={OUTLINE[tier]} />
      return (
        <g key={key} transform={at}>
          <clipPath id={`${id}${key}`}>
            <path d={`M0 ${(HEIGHT * from).toFixed(1)}H${WIDTH}V${(HEIGHT * to).toFixed(1)}H0Z`} />
          </clipPath>
          <g clipPath={`url(#${id}${key})`}>
            <path className={s[`w${tier}`]} transform={`scale(${(WIDTH / 300).toFixed(4)})`} d={OUTLINE[tier]} />
          </g>
        </g>
      )
    })
  })
}
