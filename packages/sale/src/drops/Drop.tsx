import { type EditionLook, Pack } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import s from './Drop.module.css'
import { type ShownDrop, stateOf } from './fields'
import { Clock, Left, StateMark } from './Parts'
import { Figures, KnownPrice, Price } from './Price'
import { useDropTexts } from './texts'

export interface DropProps extends ShownDrop {
  look: EditionLook
  /** The first of the list: it has the large place. */
  lead?: boolean | undefined
  /** Where the drops have their pages, such as `/<edition>/drops`; without it the name is no link. */
  pages?: string | undefined
  /** True in the live form, where clocks run; in a partial the dates stand in the clocks' places. */
  ticking?: boolean
  /** The button that buys it, or what stands in its place. */
  button?: ReactNode
}

/** One drop. */
export function Drop(drop: DropProps): ReactNode {
  const { look, variant, fields, lead, ticking } = drop
  const t = useDropTexts()
  const isLive = variant.startsWith('live')
  const state = stateOf(variant)
  const Body = isLive ? Live : state === 'soon' ? Soon : Closed
  return (
    <article className={`${lead ? s.lead : s.row}${state === 'closed' ? ` ${s.closed}` : ''}`}>
      <div className={s.art}>
        <Pack look={look} name={fields.name} paint={isLive ? 'floor' : 'blank'} art={fields} />
      </div>
      <div className={s.body}>
        {/* It stays when the clock leaves, and so says what opened or closed to those who hear the page. */}
        <p className={s.state} role="status">
          <StateMark state={state} />
          <span className="fh-hidden">{`${fields.name}: `}</span>
          {t(state !== 'soon' ? state : ticking ? 'opensIn' : 'opens')}
        </p>
        <Body {...drop} />
      </div>
    </article>
  )
}

function Live(drop: DropProps) {
  const { variant, price = 'usd', fields, lead, ticking, button } = drop
  const t = useDropTexts()
  return (
    <>
      <Name {...drop} />
      {variant === 'live-paused' ? (
        <KnownPrice fields={fields} />
      ) : lead ? (
        <Price price={price} fields={fields} />
      ) : (
        <Figures price={price} fields={fields} />
      )}
      <Left {...drop} className={s.left} />
      {variant === 'live-paused' ? (
        <p className={s.pause}>{fields.pause}</p>
      ) : (
        <div className={s.buy}>
          {price === 'other' ? <p>{t('unsold')}</p> : button}
          {lead && (
            <p className={s.closing}>
              <span>{ticking ? t('endsIn') : t('ends')}</span>
              {ticking && <Clock className={s.clock} target={fields.endsAt} label={t('endsIn')} ended={t('closing')} />}
              <time dateTime={fields.endsAt} className={ticking ? 'fh-hidden' : undefined}>
                {fields.endsText}
              </time>
            </p>
          )}
        </div>
      )}
    </>
  )
}

function Soon(drop: DropProps) {
  const { price = 'usd', fields, lead, ticking } = drop
  const t = useDropTexts()
  return (
    <>
      <p className={s.when}>
        {ticking ? (
          <Clock className={s.clock} target={fields.startsAt} label={t('opensIn')} ended={t('opening')} />
        ) : (
          <time dateTime={fields.startsAt}>{fields.startsText}</time>
        )}
      </p>
      <Name {...drop} />
      <Figures price={price} fields={fields} />
      <Left {...drop} className={s.left}>
        {lead && <time dateTime={fields.startsAt}>{fields.startsText}</time>}
      </Left>
    </>
  )
}

function Closed(drop: DropProps) {
  const { variant } = drop
  const t = useDropTexts()
  return (
    <>
      <p className={s.over}>{t(variant === 'soldout' ? 'soldout' : 'ended')}</p>
      <Name {...drop} />
      <Left {...drop} className={s.left} />
    </>
  )
}

function Name({ fields, lead, pages }: DropProps) {
  return (
    <>
      <h3 className={s.name}>{pages ? <a href={`${pages}/${fields.id}`}>{fields.name}</a> : fields.name}</h3>
      {lead && (
        <p className={s.description} lang={fields.descriptionLanguage} data-row>
          {fields.description}
        </p>
      )}
    </>
  )
}
