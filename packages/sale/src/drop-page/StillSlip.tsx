import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { ownMarks, type ShownDrop, stateOf } from '../drops/fields'
import { Stock } from '../drops/Parts'
import { stillTexts } from '../drops/still-texts'
import { useDropTexts } from '../drops/texts'
import { BuyLink, pressedId } from '../purchase/BuyButton'
import { formTexts } from '../purchase/form-texts'
import { Bill, Row, Signing, State, TotalRow } from '../purchase/Parts'
import slip from '../purchase/Slip.module.css'
import s from './DropPage.module.css'

// The order slip as the gateway fills it: one pack, what it costs and what is signed for it stand there before any script, in
// the places that they have in the live slip.

/** The most packs that an account may buy for which each has a cell. */
const PLACES = ['1', '2', '3', '4', '5']

/** What one WAX is, with the time that the oracle gave it. */
export function StillRate(): ReactNode {
  const { t } = useTexts(stillTexts)
  const { rate, rateAt } = ownMarks()
  return t('rateAt', { rate, time: rateAt })
}

/** The slip, with the bar that buys on a narrow window. */
export function StillSlip(shown: ShownDrop): ReactNode {
  const { variant, price } = shown
  const isOpen = (variant === 'live' || variant === 'live-open') && price !== 'other'
  return (
    <>
      {isOpen && <StillBar {...shown} />}
      <div className={s.slip}>
        <div className={slip.slip}>{isOpen ? <StillBasket {...shown} /> : <StillState {...shown} />}</div>
      </div>
    </>
  )
}

/** Where there is nothing to buy: the state, and since when or until when. */
function StillState({ variant, price, fields }: ShownDrop) {
  const t = useDropTexts()
  const state = stateOf(variant)
  if (state === 'closed')
    return (
      <>
        <i className={slip.hatch} aria-hidden="true" />
        <State mark="closed">{t('closed')}</State>
        <p className={slip.word}>{t(variant === 'ended' ? 'ended' : 'soldout')}</p>
      </>
    )
  return (
    <>
      <State mark={state}>{t(state === 'soon' ? 'opens' : state)}</State>
      {state === 'soon' && (
        <p className={s.opens}>
          <time dateTime={fields.startsAt}>{fields.startsText}</time>
        </p>
      )}
      {state === 'paused' && <p className={slip.notice}>{fields.pause}</p>}
      {price === 'other' && state !== 'paused' && <p className={slip.notice}>{t('unsold')}</p>}
    </>
  )
}

/** One pack, in both coins where it has two. */
function useAmounts({ price, fields }: ShownDrop) {
  const t = useDropTexts()
  const wax = `${fields.wax} WAX`
  if (price === 'free') return { first: t('free'), second: '' }
  return price === 'wax' ? { first: wax, second: '' } : { first: `$${fields.usd}`, second: wax }
}

function StillBasket(shown: ShownDrop) {
  const { price = 'usd', fields } = shown
  const t = useDropTexts()
  const { t: form } = useTexts(formTexts)
  const { token, gameContract } = useRoot().settings.network
  const { accountLimit, agreed, rate } = ownMarks()
  const { first, second } = useAmounts(shown)
  const packs = form('packsOf', { count: 1 })
  const isFree = price === 'free'
  return (
    <>
      <State
        mark="live"
        end={
          <span data-known={fields.endsAt}>
            {t('ends')} <time dateTime={fields.endsAt}>{fields.endsText}</time>
          </span>
        }
      >
        {t('live')}
      </State>
      <div className={slip.ifFew} data-left={fields.left}>
        <p className={slip.few}>
          <b>{fields.left}</b> <span>{form('few', { count: 1 })}</span>
          <span>{form('few', { count: 2 })}</span>
        </p>
        <Stock percentLeft={fields.percentLeft} />
        <p className={slip.note}>{form('fewNote')}</p>
      </div>
      <div className={slip.quantity}>
        <p>
          <b>{form('packs')}</b>
          <small data-known={accountLimit}>{form('perAccount', { limit: accountLimit })}</small>
        </p>
        <div className={slip.cells} data-limit={accountLimit}>
          <Quiet>−</Quiet>
          {PLACES.map((place) => (
            <span key={place} className={slip.place} aria-hidden="true">
              {place}
            </span>
          ))}
          <span className={slip.number}>1</span>
          <Quiet>+</Quiet>
        </div>
      </div>
      {!isFree && (
        <div className={slip.code}>
          <b>{form('code')}</b>
          <div aria-hidden="true">
            <i />
            <span>{form('codeAdd')}</span>
          </div>
          <p className={slip.note}>{form('codeNone')}</p>
        </div>
      )}
      <Bill>
        <Row name={isFree ? packs : form('packsAt', { packs, price: first })} value={first} more={second} />
        <TotalRow name={form('total')}>
          <strong>{first}</strong> {second && <span>{second}</span>}
        </TotalRow>
      </Bill>
      <Signing
        t={form}
        wax={isFree ? null : fields.wax}
        account=""
        network={{ token, gameContract }}
        packs={packs}
        of={price === 'usd' ? form('takesAt', { name: fields.name, rate }) : form('takesOf', { name: fields.name })}
      />
      <p className={slip.said} />
      <div className={`${slip.foot} ${s.buy}`}>
        <BuyLink id={fields.id} name={fields.name} />
      </div>
      <p className={slip.note}>{isFree ? '' : price === 'wax' ? form('fixed') : form('tolerance', { wax: agreed })}</p>
    </>
  )
}

/** Sticks to the foot of a narrow window until the slip comes. */
function StillBar(shown: ShownDrop) {
  const t = useDropTexts()
  const { t: form } = useTexts(formTexts)
  const { id, name } = shown.fields
  const { first, second } = useAmounts(shown)
  return (
    <section className={`${slip.bar} ${s.still}`} aria-label={form('bar')}>
      <p>
        <strong>{first}</strong> <small>{second}</small>
      </p>
      <div className={slip.cells}>
        <Quiet>−</Quiet>
        <span className={slip.number}>1</span>
        <Quiet>+</Quiet>
      </div>
      <a className={`${linkStyles.large} ${slip.go}`} href={`#${pressedId(id)}`} aria-label={`${t('login')}: ${name}`}>
        {t('login')}
      </a>
    </section>
  )
}

/** A step that does nothing yet. */
const Quiet = ({ children }: { children: string }) => (
  <span className={slip.quiet} aria-hidden="true">
    {children}
  </span>
)
