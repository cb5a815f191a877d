import { useAppData } from '@fieldhouse/chain-data'
import { linkStyles } from '@fieldhouse/design'
import { formatDateTime, formatWax, useTexts } from '@fieldhouse/i18n'
import { useId, useState } from 'react'
import { RowText } from '../RowText'
import { Transaction } from '../Transaction'
import s from './History.module.css'
import { paidOf } from './paid'
import { texts } from './texts'

/** How many are shown until all are asked for. */
const FIRST = 10

/** The chain's word for a claim that a purchase left. */
const PURCHASE = 'purchase'

/** What the user bought and collected of an edition, the newest first: by the chain, whatever browser it was done in. */
export function History({ edition }: { edition: string }) {
  const { t, language } = useTexts(texts)
  const claims = useAppData('availableDropsToClaim')
  const drops = useAppData('rowDrops')
  const [isWhole, setWhole] = useState(false)
  const heading = useId()
  const dropOf = (id: string) => drops?.find((drop) => drop.id === id)
  const done = (claims ?? [])
    .filter(({ isClaimed, dropId }) => isClaimed && (dropOf(dropId)?.edition ?? edition) === edition)
    .toSorted((a, b) => (b.claimedAt ?? b.createdAt ?? 0) - (a.claimedAt ?? a.createdAt ?? 0))
  if (!drops || done.length === 0) return null
  return (
    <section className={s.history} aria-labelledby={heading}>
      <h2 id={heading}>{t('title')}</h2>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('paid')}</th>
              <th scope="col">{t('transaction')}</th>
            </tr>
          </thead>
          <tbody>
            {done
              .slice(0, isWhole ? undefined : FIRST)
              .map(({ id, dropId, amount, reason, paid, claimedAt, transactionId }) => {
                const what = { count: Number(amount), name: dropOf(dropId)?.name ?? t('drop', { id: dropId }) }
                const units = paidOf(paid)
                return (
                  <tr key={id}>
                    <td>{claimedAt === null ? t('unknown') : formatDateTime(claimedAt, language)}</td>
                    <td>
                      {reason && reason !== PURCHASE && (
                        <>
                          <RowText text={reason} />
                          {': '}
                        </>
                      )}
                      {t('packs', what)}
                    </td>
                    <td>
                      {units === 0n ? t('nothing') : <b>{units ? `${formatWax(units, language).text} WAX` : paid}</b>}
                    </td>
                    <td>
                      <Transaction id={transactionId} />
                    </td>
                  </tr>
                )
              })}
          </tbody>
        </table>
        {done.length > FIRST && !isWhole && (
          <button type="button" className={linkStyles.text} onClick={() => setWhole(true)}>
            {t('all', { count: done.length })}
          </button>
        )}
      </div>
    </section>
  )
}
