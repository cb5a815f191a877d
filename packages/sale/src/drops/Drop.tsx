import { useRemaining } from '@fieldhouse/chain-data'
import type { Sport } from '@fieldhouse/design'
import { Countdown, Pack } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import { BuyButton } from '../purchase/BuyButton'
import s from './Drop.module.css'
import type { DropFields, DropVariant } from './fields'
import { useDropTexts } from './texts'

export interface DropProps {
  sport: Sport
  variant: DropVariant
  fields: DropFields
  /** The first of the list: it has the large place. */
  lead?: boolean
  /** True in the live form, where clocks run; in a partial the dates stand in the clocks' places. */
  ticking?: boolean
  /** Called with the drop's id when its button is pressed. A partial's button waits for the live form. */
  onBuy?: ((id: string) => void) | undefined
}

/** One drop. Shape and word tell its state first, colour last. */
export function Drop({ sport, variant, fields, lead = false, ticking = false, onBuy }: DropProps): ReactNode {
  const t = useDropTexts()
  const isLive = variant === 'live' || variant === 'live-open'
  return (
    <article className={`${lead ? s.lead : s.row}${isLive ? '' : ` ${s[variant]}`}`}>
      <div className={s.art}>
        <Pack sport={sport} name={fields.name} id={fields.id} paint={isLive ? 'floor' : 'blank'} />
      </div>
      <div className={s.body}>
        {/* It stays when the clock leaves, and so says what opened or closed to those who hear the page. */}
        <p className={s.state} role="status">
          <i aria-hidden="true" />
          <span className="fh-hidden">{`${fields.name}: `}</span>
          {t(isLive ? 'live' : variant !== 'soon' ? 'closed' : ticking ? 'opensIn' : 'opens')}
        </p>
        {isLive && <Live variant={variant} fields={fields} lead={lead} ticking={ticking} onBuy={onBuy} />}
        {variant === 'soon' && <Soon fields={fields} lead={lead} ticking={ticking} />}
        {(variant === 'soldout' || variant === 'ended') && <Closed variant={variant} fields={fields} lead={lead} />}
      </div>
    </article>
  )
}

/** Apart, because it renders again every second. */
function Clock({ target, ...words }: { target: string; label: string; ended: string }) {
  return <Countdown remaining={useRemaining(target)} className={s.clock} {...words} />
}

interface BodyProps {
  fields: DropFields
  lead: boolean
  ticking: boolean
}

function Live({ variant, fields, lead, ticking, onBuy }: BodyProps & Pick<DropProps, 'variant' | 'onBuy'>) {
  const t = useDropTexts()
  return (
    <>
      <h3 className={s.name}>{fields.name}</h3>
      {lead && <p className={s.description}>{fields.description}</p>}
      {lead ? (
        <>
          <Price fields={fields} />
          <p className={s.wax}>
            <b>{fields.wax}</b> WAX <span>{t('median')}</span>
          </p>
        </>
      ) : (
        <Figures fields={fields} />
      )}
      {variant === 'live-open' ? (
        <p className={s.left}>{t('noLimit')}</p>
      ) : (
        <>
          <Stock percentLeft={fields.percentLeft} />
          <Left fields={fields} />
        </>
      )}
      <div className={s.buy}>
        <BuyButton id={fields.id} name={fields.name} onBuy={onBuy} />
        {lead && (
          <p className={s.closing}>
            <span>{ticking ? t('endsIn') : t('ends')}</span>
            {ticking && <Clock target={fields.endsAt} label={t('endsIn')} ended={t('closing')} />}
            <time dateTime={fields.endsAt}>{fields.endsText}</time>
          </p>
        )}
      </div>
    </>
  )
}

function Soon({ fields, lead, ticking }: BodyProps) {
  const t = useDropTexts()
  return (
    <>
      <p className={s.when}>
        {ticking ? (
          <Clock target={fields.startsAt} label={t('opensIn')} ended={t('opening')} />
        ) : (
          <time dateTime={fields.startsAt}>{fields.startsText}</time>
        )}
      </p>
      <h3 className={s.name}>{fields.name}</h3>
      {lead && <p className={s.description}>{fields.description}</p>}
      <Figures fields={fields} />
      <p className={s.left}>
        {lead && <time dateTime={fields.startsAt}>{fields.startsText}</time>}
        <Amount text="packs" amount={fields.total} total={fields.total} />
      </p>
    </>
  )
}

function Closed({ variant, fields, lead }: Omit<BodyProps, 'ticking'> & { variant: 'soldout' | 'ended' }) {
  const t = useDropTexts()
  return (
    <>
      <p className={s.over}>{t(variant)}</p>
      <h3 className={s.name}>{fields.name}</h3>
      {lead && <p className={s.description}>{fields.description}</p>}
      <Left fields={fields} />
    </>
  )
}

function Price({ fields }: { fields: DropFields }) {
  const t = useDropTexts()
  return (
    <p className={s.price}>
      <span className="fh-hidden">{`$${fields.usd} USD`}</span>
      <span aria-hidden="true">
        <sup>$</sup>
        <b>{fields.usdWhole}</b>
        <sub>
          {`${t('decimal')}${fields.usdCents}`}
          <small>USD</small>
        </sub>
      </span>
    </p>
  )
}

function Figures({ fields }: { fields: DropFields }) {
  return (
    <p className={s.figures}>
      <b>{`$${fields.usd}`}</b> <span>USD</span> <span>{`${fields.wax} WAX`}</span>
    </p>
  )
}

function Left({ fields }: { fields: DropFields }) {
  return (
    <p className={s.left}>
      <Amount text="left" amount={fields.left} total={fields.total} />
    </p>
  )
}

/** Each language puts the amount where it wants; it stands out, so the sentence is cut there. */
function Amount({ text, amount, total }: { text: 'left' | 'packs'; amount: string; total: string }) {
  const [before, after] = useDropTexts()(text, { amount: '|', total }).split('|')
  return (
    <span className={s.amount}>
      {before}
      <b>{amount}</b>
      {after}
    </span>
  )
}

const TICKS = Array.from(
  { length: 101 },
  (_, yard) => `M${yard} ${yard % 10 === 0 ? 0 : yard % 5 === 0 ? 5 : 8}V13`,
).join('')

/** What is left, measured on a hundred yards. The words below say the same, so readers skip it. */
function Stock({ percentLeft }: { percentLeft: string }) {
  return (
    <svg className={s.stock} viewBox="-.3 0 100.6 32" preserveAspectRatio="none" aria-hidden="true">
      <path className={s.ticks} d={TICKS} vectorEffect="non-scaling-stroke" />
      <path className={s.track} d="M0 15H100V32H0Z" />
      <rect className={s.fill} y={15} width={percentLeft} height={17} />
    </svg>
  )
}
