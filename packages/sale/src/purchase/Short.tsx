import { linkStyles } from '@fieldhouse/design'
import { Unpressable } from './Parts'
import s from './Slip.module.css'
import { roundedDown, type SlipState } from './use-slip'

// What stands around the number of packs where the balance does not reach for it.

/** How much is missing, 10^-8 WAX; null where the balance reaches, or is not known. */
export const missingOf = ({ refusal }: Pick<SlipState, 'refusal'>): bigint | null =>
  refusal?.reason === 'balance' ? refusal.missing : null

interface ShortProps {
  slip: SlipState
  missing: bigint
}

/** How much is missing, drawn. */
export function Missing({ id, slip, missing }: ShortProps & { id: string }) {
  const { t, balance } = slip
  const have = balance ?? 0n
  const cost = have + missing
  const percent = Number((have * 100n) / cost)
  return (
    <>
      <p id={id} className={`${s.few} ${s.missing}`} role="status">
        <b>{slip.wax(missing)}</b> {t('short')}
      </p>
      <svg className={s.short} viewBox="0 0 100 46" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 12H${percent}V46H0Z`} />
        <path d={`M${percent} 13H99.8V45H${percent}`} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={s.sides}>
        <span>{t('youHave', { wax: slip.wax(roundedDown(have)) })}</span>
        <span>{t('cost', { count: Number(slip.quantity), wax: slip.wax(cost) })}</span>
      </p>
    </>
  )
}

/** What can be done about it. */
export function Instead({ slip, missing }: ShortProps) {
  const { t, balance, quantity } = slip
  const have = balance ?? 0n
  const affordable = (have * quantity) / (have + missing)
  return (
    <>
      <p className={s.note}>{t('getWax', { account: slip.account })}</p>
      <p className={s.two}>
        {affordable > 0n && (
          <button type="button" className={linkStyles.outline} onClick={() => slip.choose(affordable)}>
            {t('instead', { packs: slip.packs(affordable) })}
          </button>
        )}
        <button type="button" className={linkStyles.outline} onClick={() => slip.submit()}>
          {t('lookAgain')}
        </button>
      </p>
      <Unpressable>{t('buy', { packs: slip.packs(quantity) })}</Unpressable>
    </>
  )
}
