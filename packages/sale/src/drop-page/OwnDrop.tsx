import { knownAt, useGatewayNow, useMedianPrice } from '@fieldhouse/chain-data'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { type ShownDrop, stateOf } from '../drops/fields'
import { Left, StateMark } from '../drops/Parts'
import { Price } from '../drops/Price'
import { useDropTexts } from '../drops/texts'
import { isInUtc, momentIn, rateText, spanText, zoneName } from '../purchase/times'
import s from './DropPage.module.css'

const ownTexts = defineTexts({
  en: {
    opened: 'Opened',
    closes: 'Closes',
    closedAt: 'Closed',
    yourTime: '{{zone}}, your time',
    rate: '1 WAX = {{rate}}, read {{age}} ago',
  },
  es: {
    opened: 'Abrió',
    closes: 'Cierra',
    closedAt: 'Cerró',
    yourTime: '{{zone}}, tu hora',
    rate: '1 WAX = {{rate}}, leído hace {{age}}',
  },
})

export interface OwnDropProps extends ShownDrop {
  /** What one WAX is; in a partial as marks. */
  rate: ReactNode
  /** True in the live form: what differs from visitor to visitor is said there alone. */
  ticking?: boolean
  /** The order slip. */
  children: ReactNode
}

/** A drop in its own page: what it costs and when beside its name, and the order slip. */
export function OwnDrop({ variant, price = 'usd', fields, rate, ticking, children }: OwnDropProps): ReactNode {
  const { t: own, language } = useTexts(ownTexts)
  const t = useDropTexts()
  const state = stateOf(variant)
  const { startsAt, startsText, endsAt, endsText } = fields
  const isLive = variant.startsWith('live')
  const moment = (name: string, at: string, text: string) => (
    <div>
      <dt>{name}</dt>
      <dd>
        {ticking && at !== '' && !isInUtc() && (
          <>
            {momentIn(Date.parse(at), language)} <span>{own('yourTime', { zone: zoneName() })}</span>
          </>
        )}
        <time dateTime={at}>{text}</time>
      </dd>
    </div>
  )
  return (
    <article className={s.parts}>
      {/* The slip says it too, which a narrow window has below. */}
      {state !== 'soon' && (
        <p className={s.state} aria-hidden="true">
          <StateMark state={state} />
          {t(state)}
        </p>
      )}
      <div className={s.facts}>
        {(isLive || state === 'soon') && (
          <Price price={price} fields={fields}>
            {rate}
          </Price>
        )}
        <Left variant={variant} fields={fields} className={s.left} />
        <dl className={s.when}>
          {moment(state === 'soon' ? t('opens') : own('opened'), startsAt, startsText)}
          {moment(own(variant === 'ended' ? 'closedAt' : 'closes'), endsAt, endsText)}
        </dl>
      </div>
      {children}
    </article>
  )
}

/** What a WAX is now, and how old that is. A component of its own, because it renders again every second. */
export function Rate(): ReactNode {
  const t = useDropTexts()
  const { t: own, language } = useTexts(ownTexts)
  const median = useMedianPrice()
  const now = useGatewayNow()
  if (median === null || now === null) return t('median')
  const seconds = Math.max(0, Math.round((now - (knownAt.get('medianPrice') ?? now)) / 1000))
  const age = seconds < 120 ? `${seconds} s` : spanText(seconds * 1000, language)
  return <span role="timer">{own('rate', { rate: rateText(median, language), age })}</span>
}
