import type { ReactNode } from 'react'
import type { DropFields, DropPrice } from './fields'
import s from './Price.module.css'
import { useDropTexts } from './texts'

interface PriceProps {
  price: DropPrice
  fields: DropFields
  /** In the place of the words about the median. */
  children?: ReactNode
}

/** The large price: in dollars with what that is in WAX now, in WAX, or none. */
export function Price({ price, fields, children }: PriceProps): ReactNode {
  const t = useDropTexts()
  switch (price) {
    case 'usd':
      return (
        <>
          <Painted text={`$${fields.usd} USD`} sign="$" whole={fields.usdWhole} cents={fields.usdCents} token="USD" />
          <p className={s.wax}>
            <b>{fields.wax}</b> WAX <span>{children || t('median')}</span>
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
  /** For screen readers. */
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

/** The price in a line. */
export function Figures({ price, fields }: PriceProps): ReactNode {
  const t = useDropTexts()
  const { usd, wax } = fields
  return (
    <p className={s.figures}>
      {price === 'usd' && (
        <>
          <b>{`$${usd}`}</b> <span>USD</span> <span>{`${wax} WAX`}</span>
        </>
      )}
      {price === 'wax' && (
        <>
          <b>{wax}</b> <span>WAX</span>
        </>
      )}
      {price === 'free' && <b>{t('free')}</b>}
      {price === 'other' && <span>{t('otherToken')}</span>}
    </p>
  )
}

/** The price of a paused sale, in one markup for every currency: the style sheet hides an amount that is a dash. */
export const KnownPrice = ({ fields: { usd, wax } }: Pick<PriceProps, 'fields'>): ReactNode => (
  <p className={s.figures}>
    <b data-amount={usd}>{`$${usd} USD`}</b> <span data-amount={wax}>{`${wax} WAX`}</span>
  </p>
)
