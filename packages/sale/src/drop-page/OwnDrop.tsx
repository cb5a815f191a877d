import { knownAt, useGatewayNow, useMedianPrice } from '@fieldhouse/chain-data'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Left, StateMark } from '../drops/Parts'
import { Price } from '../drops/Price'
import { useDropTexts } from '../drops/texts'
import { type BuyableDrop, BuyButton } from '../purchase/BuyButton'
import { momentIn, rateText, zoneName } from '../purchase/times'
import s from './DropPage.module.css'
import { ownTexts } from './texts'

export interface OwnDropProps extends BuyableDrop {
  /** The order slip, once its code is there. */
  children?: ReactNode
}

/** A drop in its own page: what it costs and when beside its name, and the order slip, with its state and its button from the start. */
export function OwnDrop({
  variant,
  price = 'usd',
  fields,
  ticking,
  Buy = BuyButton,
  isBusy = false,
  onBuy,
  children,
}: OwnDropProps): ReactNode {
  const t = useDropTexts()
  const { t: own, language } = useTexts(ownTexts)
  const isLive = variant.startsWith('live')
  const isPaused = variant === 'live-paused'
  const isSoon = variant === 'soon'
  const over = variant === 'soldout' || variant === 'ended' ? variant : null
  const state = isPaused ? 'paused' : isLive ? 'live' : 'soon'
  const { startsAt, startsText, endsAt, endsText } = fields
  const moment = (name: 'opened' | 'opens' | 'closes' | 'closedAt', at: string, text: string) => (
    <div>
      <dt>{own(name)}</dt>
      <dd>
        {ticking && at !== '' && (
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
      <div className={s.facts}>
        {(isLive || isSoon) && (
          <Price price={price} fields={fields}>
            {ticking && <Rate />}
          </Price>
        )}
        <Left variant={variant} fields={fields} className={s.left} />
        <dl className={s.when}>
          {moment(isSoon ? 'opens' : 'opened', startsAt, startsText)}
          {moment(variant === 'ended' ? 'closedAt' : 'closes', endsAt, endsText)}
        </dl>
      </div>
      <div className={s.slip}>
        {children ?? (
          <div className={s.early} data-state={variant}>
            <p className={over ? s.over : s.state} role="status">
              {!over && <StateMark state={state} />}
              {t(over ?? (state === 'soon' ? 'opens' : state))}
            </p>
            {isPaused && <p>{fields.pause}</p>}
            {isLive &&
              !isPaused &&
              (price === 'other' ? (
                <p>{t('unsold')}</p>
              ) : (
                <Buy id={fields.id} name={fields.name} isBusy={isBusy} onBuy={onBuy} />
              ))}
          </div>
        )}
      </div>
    </article>
  )
}

/** What a WAX is now, and how old that is. A component of its own, because it renders again every second. */
function Rate(): ReactNode {
  const t = useDropTexts()
  const { t: own, language } = useTexts(ownTexts)
  const median = useMedianPrice()
  const now = useGatewayNow()
  if (median === null || now === null) return t('median')
  const age = Math.max(0, Math.round((now - (knownAt.get('medianPrice') ?? now)) / 1000))
  return <span role="timer">{own('rate', { rate: rateText(median, language), age })}</span>
}
