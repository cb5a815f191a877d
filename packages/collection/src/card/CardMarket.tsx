import type { Language } from '@fieldhouse/contract'
import { copyNumber, type EditionLook, SectionHead, SUPPLY } from '@fieldhouse/design'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { dollars, useDollars } from '../dollars/use-dollars'
import s from './CardMarket.module.css'
import { LinkPicture } from './LinkPicture'
import { marketTexts } from './market-texts'
import type { ShownCard } from './read-card'
import type { Market, Sale } from './read-sales'
import { wax } from './wax'

export { readMarket } from './read-sales'

/** How many sales are shown. */
const SHOWN = 5

const timeOf = (at: number, language: Language) => (
  <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, language)}</time>
)

export interface CardMarketProps {
  look: EditionLook
  /** Null while it is read. */
  card: ShownCard | null
  market: Market | null
}

/** What is known of this copy's past, and what others paid for copies of the same card. */
export function CardMarket({ look, card, market }: CardMarketProps) {
  const { t } = useTexts(marketTexts)
  return (
    <section className={s.market} aria-labelledby="story">
      <SectionHead id="story" look={look} index={2} title={t('story')}>
        {t('storyText')}
      </SectionHead>
      <ol className={s.drive}>{card && <Story card={card} sold={market?.sold ?? []} />}</ol>
      <div className={s.below}>
        <div className={s.paid}>
          <h3>{t('othersPaid')}</h3>
          {card && market && <Paid sold={market.sold} supply={SUPPLY[card.traits.tier]} />}
        </div>
        {card && <LinkPicture edition={look.edition} id={card.id} name={card.traits.team.name} />}
      </div>
    </section>
  )
}

function Story({ card, sold }: { card: ShownCard; sold: readonly Sale[] }) {
  const { t, language } = useTexts(marketTexts)
  const { mintedAt, movedAt, owner, id } = card
  const events = sold
    .filter(({ assetId }) => assetId === id)
    .map(({ at, price }) => ({ at, what: t('soldFor', { price: wax(price, language) }) }))
  if (mintedAt !== null) events.push({ at: mintedAt, what: t('minted') })
  if (movedAt !== null && movedAt !== mintedAt) events.push({ at: movedAt, what: t('moved', { owner }) })
  if (events.length === 0) return <li>{t('unknown')}</li>
  return events
    .sort((a, b) => a.at - b.at)
    .map(({ at, what }) => (
      <li key={`${at} ${what}`}>
        <b>{what}</b>
        {timeOf(at, language)}
      </li>
    ))
}

function Paid({ sold, supply }: { sold: Market['sold']; supply: number }) {
  const { t, language } = useTexts(marketTexts)
  const centsOf = useDollars()
  if (!sold) return <p>{t('salesUnknown')}</p>
  if (sold.length === 0) return <p>{t('neverSold')}</p>
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('when')}</th>
            <th scope="col">{t('whichCopy')}</th>
            <th scope="col">{t('paid')}</th>
          </tr>
        </thead>
        <tbody>
          {sold.slice(0, SHOWN).map(({ id, at, mint, price }) => {
            const cents = centsOf(price, at)
            return (
              <tr key={id}>
                <td>{timeOf(at, language)}</td>
                <td>{t('copyOf', { mint: copyNumber(mint, language), supply: formatNumber(supply, language) })}</td>
                <td>
                  <b>{wax(price, language)}</b>
                  {cents !== null && <small> {dollars(cents, language)}</small>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p>{t('paidNote')}</p>
    </>
  )
}
