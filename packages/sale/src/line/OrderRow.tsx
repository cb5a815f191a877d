import { artOf, type EditionLook, Pack } from '@fieldhouse/design'
import { Total } from '../purchase/Parts'
import s from './Line.module.css'
import type { LineSlip } from './status'

/** On a narrow window the slip stands first: what it is of, as a row on top. */
export function OrderRow({ slip, look }: { slip: LineSlip; look: EditionLook }) {
  const { t, drop } = slip
  return (
    <p className={s.order} data-order>
      <Pack look={look} name={drop.name} paint="floor" art={artOf(drop)} />
      <b>
        {t('choose', { count: Number(slip.quantity) })}, <span>{drop.name}</span>
      </b>
      <span className={s.sum}>
        <Total slip={slip} />
      </span>
    </p>
  )
}
