import { dropsLeft, type ListedDrop } from '@fieldhouse/chain-data'
import { artOf, linkStyles, Pack } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Clock } from '../drops/Parts'
import { Bill, Headline, Row, State } from '../purchase/Parts'
import { Reminder } from '../purchase/Reminder'
import slipStyles from '../purchase/Slip.module.css'
import { nextOf } from '../purchase/Unavailable'
import { priceOf, type SaleProps } from '../purchase/use-slip'
import s from './Line.module.css'
import { type LineSlip, ordinal } from './status'
import { lineTexts } from './texts'

export interface ClosedInLineProps extends SaleProps {
  slip: LineSlip
  /** `void`: what was signed has expired. `neverSent`: it may not have yet. */
  outcome: 'neverSigned' | 'neverSent' | 'void'
  /** The last place in line; null where it is not known. */
  place: number | null
}

/** The last pack was sold, or the sale ended, before the visitor's turn: that nothing was paid, and which pack comes next. */
export function ClosedInLine({ slip, look, outcome, place, drops, pages }: ClosedInLineProps): ReactNode {
  const { t } = useTexts(lineTexts)
  const { drop, number } = slip
  const next = nextOf(drops, drop)
  return (
    <div className={`${s.view} ${s.soldOut}`} data-line="soldout">
      <i className={slipStyles.hatch} aria-hidden="true" />
      <State mark="closed">{t('whileInLine')}</State>
      <Headline>
        <span className={`${slipStyles.word} ${s.gone}`}>
          {slip.words(drop.state === 'ended' ? 'ended' : 'soldout')}
        </span>{' '}
        <span className={s.never}>
          {t('unpaidEnd')} {t(outcome)}
        </span>
      </Headline>
      <Bill>
        {place !== null && <Row name={t('placeAtEnd')} value={ordinal(place, slip)} />}
        {drop.most > 0n && (
          <Row
            name={slip.t('left')}
            value={number(dropsLeft(drop) ?? 0n)}
            more={slip.t('ofTotal', { total: number(drop.most) })}
          />
        )}
      </Bill>
      {next ? (
        <Next slip={slip} look={look} next={next} pages={pages} />
      ) : (
        <a className={`${linkStyles.outline} ${slipStyles.go}`} href={slip.sale}>
          {slip.t('others')}
        </a>
      )}
    </div>
  )
}

/** The pack that can be had next: when, a date for the calendar, and where it is. */
function Next({ slip, look, next, pages }: { slip: LineSlip; next: ListedDrop } & Omit<SaleProps, 'drops'>) {
  const { t } = useTexts(lineTexts)
  const { name } = next
  const price = priceOf(next.listing, slip)
  const see = price ? t('seeAt', { name, price }) : t('see', { name })
  const isSoon = next.state === 'soon'
  const to = `${pages}/${next.id}`
  const press = `${linkStyles.large} ${slipStyles.go} ${s.act}`
  return (
    <>
      <div className={s.next}>
        <Pack look={look} name={name} paint="floor" art={artOf(next)} />
        <p>{t('nextPack')}</p>
        <h3>{name}</h3>
        <p>
          {isSoon && next.startsAt !== null ? (
            <Clock
              target={next.startsAt}
              label={slip.words('opensIn')}
              ended={slip.words('opening')}
              className={slipStyles.clock}
            />
          ) : (
            t('onSale')
          )}
        </p>
      </div>
      {isSoon ? (
        <>
          <Reminder slip={slip} drop={next} pages={pages} className={press}>
            {t('remind')}
          </Reminder>
          <p>
            <a className={linkStyles.text} href={to}>
              {see}
            </a>
          </p>
        </>
      ) : (
        <a className={press} href={to}>
          {see}
        </a>
      )}
    </>
  )
}
