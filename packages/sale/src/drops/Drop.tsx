import { useRemaining } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { Countdown, Pack } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import { BuyButton } from '../purchase/BuyButton'
import s from './Drop.module.css'
import type { DropFields, DropPrice, DropVariant } from './fields'
import { useDropTexts } from './texts'

export interface DropProps {
  look: EditionLook
  variant: DropVariant
  /** @default 'usd' */
  price?: DropPrice | undefined
  fields: DropFields
  /** The first of the list: it has the large place. */
  lead?: boolean
  /** True in the live form, where clocks run; in a partial the dates stand in the clocks' places. */
  ticking?: boolean
  /** A press of its button is being answered. */
  isBusy?: boolean
  /** Called with the drop's id when its button is pressed. */
  onBuy?: ((id: string) => void) | undefined
}

/** One drop. Shape and word tell its state first, colour last. */
export function Drop({
  look,
  variant,
  price = 'usd',
  fields,
  lead = false,
  ticking = false,
  isBusy = false,
  onBuy,
}: DropProps): ReactNode {
  const t = useDropTexts()
  const isLive = variant === 'live' || variant === 'live-open'
  return (
    <article className={`${lead ? s.lead : s.row}${isLive ? '' : ` ${s[variant]}`}`}>
      <div className={s.art}>
        <Pack look={look} name={fields.name} id={fields.id} paint={isLive ? 'floor' : 'blank'} />
      </div>
      <div className={s.body}>
        {/* It stays when the clock leaves, and so says what opened or closed to those who hear the page. */}
        <p className={s.state} role="status">
          <i aria-hidden="true" />
          <span className="fh-hidden">{`${fields.name}: `}</span>
          {t(isLive ? 'live' : variant !== 'soon' ? 'closed' : ticking ? 'opensIn' : 'opens')}
        </p>
        {isLive && (
          <Live
            variant={variant}
            price={price}
            fields={fields}
            lead={lead}
            ticking={ticking}
            isBusy={isBusy}
            onBuy={onBuy}
          />
        )}
        {variant === 'soon' && <Soon price={price} fields={fields} lead={lead} ticking={ticking} />}
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
  price: DropPrice
  fields: DropFields
  lead: boolean
  ticking: boolean
}

type LiveProps = BodyProps & Pick<DropProps, 'variant' | 'onBuy'> & { isBusy: boolean }

function Live({ variant, price, fields, lead, ticking, isBusy, onBuy }: LiveProps) {
  const t = useDropTexts()
  return (
    <>
      <h3 className={s.name}>{fields.name}</h3>
      {lead && <p className={s.description}>{fields.description}</p>}
      {lead ? <Price price={price} fields={fields} /> : <Figures price={price} fields={fields} />}
      {variant === 'live-open' ? (
        <p className={s.left}>{t('noLimit')}</p>
      ) : (
        <>
          <Stock percentLeft={fields.percentLeft} />
          <Left fields={fields} />
        </>
      )}
      <div className={s.buy}>
        {price === 'other' ? (
          <p className={s.unsold}>{t('unsold')}</p>
        ) : (
          <BuyButton id={fields.id} name={fields.name} isBusy={isBusy} onBuy={onBuy} />
        )}
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

function Soon({ price, fields, lead, ticking }: BodyProps) {
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
      <Figures price={price} fields={fields} />
      <p className={s.left}>
        {lead && <time dateTime={fields.startsAt}>{fields.startsText}</time>}
        <Amount text="packs" amount={fields.total} total={fields.total} />
      </p>
    </>
  )
}

function Closed({ variant, fields, lead }: Pick<BodyProps, 'fields' | 'lead'> & { variant: 'soldout' | 'ended' }) {
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

/** The large price: in dollars with what that is in WAX now, in WAX, or none. */
function Price({ price, fields }: Pick<BodyProps, 'price' | 'fields'>) {
  const t = useDropTexts()
  switch (price) {
    case 'usd':
      return (
        <>
          <Painted text={`$${fields.usd} USD`} sign="$" whole={fields.usdWhole} cents={fields.usdCents} token="USD" />
          <p className={s.wax}>
            <b>{fields.wax}</b> WAX <span>{t('median')}</span>
          </p>
        </>
      )
    case 'wax':
      return (
        <>
          <Painted text={`${fields.wax} WAX`} whole={fields.waxWhole} cents={fields.waxCents} token="WAX" />
          <p className={s.wax}>
            <span>{t('fixed')}</span>
          </p>
        </>
      )
    case 'free':
      return (
        <p className={s.price}>
          <b>{t('free')}</b>
        </p>
      )
    case 'other':
      return <p className={s.wax}>{t('otherToken')}</p>
  }
}

interface PaintedProps {
  /** What is said of it. */
  text: string
  sign?: string
  whole: string
  cents: string
  token: string
}

function Painted({ text, sign, whole, cents, token }: PaintedProps) {
  const t = useDropTexts()
  return (
    <p className={s.price}>
      <span className="fh-hidden">{text}</span>
      <span aria-hidden="true">
        {sign && <sup>{sign}</sup>}
        <b>{whole}</b>
        <sub>
          {`${t('decimal')}${cents}`}
          <small>{token}</small>
        </sub>
      </span>
    </p>
  )
}

function Figures({ price, fields }: Pick<BodyProps, 'price' | 'fields'>) {
  const t = useDropTexts()
  switch (price) {
    case 'usd':
      return (
        <p className={s.figures}>
          <b>{`$${fields.usd}`}</b> <span>USD</span> <span>{`${fields.wax} WAX`}</span>
        </p>
      )
    case 'wax':
      return (
        <p className={s.figures}>
          <b>{fields.wax}</b> <span>WAX</span>
        </p>
      )
    default:
      return <p className={s.figures}>{price === 'free' ? <b>{t('free')}</b> : <span>{t('otherToken')}</span>}</p>
  }
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
