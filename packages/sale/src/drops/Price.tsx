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
  if (price === 'other') return <p className={s.wax}>{t('otherToken')}</p>
  if (price === 'free') {
    return (
      <p className={s.price}>
        <b>{t('free')}</b>
      </p>
    )
  }
  return (
    <>
      <Painted price={price} fields={fields} />
      <p className={s.wax}>
        {price === 'usd' && (
          <>
            <b>{fields.wax}</b>
            {' WAX '}
          </>
        )}
        <span>{price === 'usd' ? children || t('median') : t('fixed')}</span>
      </p>
    </>
  )
}

/** An amount in pieces of several sizes, which readers hear as one. */
function Painted({ price, fields }: { price: 'usd' | 'wax'; fields: DropFields }) {
  const t = useDropTexts()
  const sign = price === 'usd' && '$'
  const token = price.toUpperCase()
  return (
    <p className={s.price}>
      <span className="fh-hidden">{`${sign || ''}${fields[price]} ${token}`}</span>
      <span aria-hidden="true">
        {sign && <sup>{sign}</sup>}
        <b>{fields[`${price}Whole`]}</b>
        <sub>
          {`${t('decimal')}${fields[`${price}Cents`]}`}
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
