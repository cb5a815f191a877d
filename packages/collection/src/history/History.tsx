import { useAppData } from '@fieldhouse/chain-data'
import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatDateTime, formatWax, useTexts } from '@fieldhouse/i18n'
import { textOfRow } from '@fieldhouse/i18n/row-text'
import { useId, useState } from 'react'
import type { CentsOf } from '../dollars/medians'
import { dollars, useDollars } from '../dollars/use-dollars'
import { RowText } from '../RowText'
import { Transaction } from '../Transaction'
import { type Deed, deedsOf } from './deeds'
import s from './History.module.css'
import { texts } from './texts'

/** How many are shown until all are asked for. */
const FIRST = 10

/** What the user bought and collected of an edition, the newest first: by the chain, whatever browser it was done in. */
export function History({ edition }: { edition: string }) {
  const claims = useAppData('availableDropsToClaim')
  const drops = useAppData('rowDrops')
  const deeds = drops ? deedsOf(claims ?? [], drops, edition) : []
  return deeds.length === 0 ? null : <Deeds deeds={deeds} />
}

function Deeds({ deeds }: { deeds: readonly Deed[] }) {
  const { t } = useTexts(texts)
  const [isWhole, setWhole] = useState(false)
  const centsOf = useDollars()
  const heading = useId()
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
              <th scope="col">{t('dollars')}</th>
              <th scope="col">{t('transaction')}</th>
            </tr>
          </thead>
          <tbody>
            {deeds.slice(0, isWhole ? undefined : FIRST).map((deed) => (
              <Row key={deed.id} deed={deed} centsOf={centsOf} />
            ))}
          </tbody>
        </table>
        <p className={s.actions}>
          {deeds.length > FIRST && !isWhole && (
            <button type="button" className={linkStyles.text} onClick={() => setWhole(true)}>
              {t('all', { count: deeds.length })}
            </button>
          )}
          <SaveButton deeds={deeds} />
        </p>
      </div>
    </section>
  )
}

function Row({ deed, centsOf }: { deed: Deed; centsOf: CentsOf }) {
  const { t, language } = useTexts(texts)
  const { at, reason, dropId, name, count, units, paid, transactionId } = deed
  const cents = units ? centsOf(units, at) : null
  return (
    <tr>
      <td>{at === null ? t('unknown') : formatDateTime(at, language)}</td>
      <td>
        {reason && (
          <>
            <RowText text={reason} />
            {': '}
          </>
        )}
        {t('packs', { count: Number(count), name: name ?? t('drop', { id: dropId }) })}
      </td>
      <td>{units === 0n ? t('nothing') : <b>{units ? `${formatWax(units, language).text} WAX` : paid}</b>}</td>
      <td>{cents !== null && dollars(cents, language)}</td>
      <td>
        <Transaction id={transactionId} />
      </td>
    </tr>
  )
}

/** Saves all of the history as a file. */
function SaveButton({ deeds }: { deeds: readonly Deed[] }) {
  const { t, language } = useTexts(texts)
  const { dropTexts } = useRoot().settings
  const [isFailed, setFailed] = useState(false)
  const whatOf = ({ reason, name, dropId }: Deed) => {
    const what = name ?? t('drop', { id: dropId })
    return reason ? `${textOfRow(reason, language, dropTexts)[0]}: ${what}` : what
  }
  const save = async () => {
    setFailed(false)
    try {
      const { saveHistory } = await import('./csv')
      await saveHistory(deeds, language, whatOf)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <button type="button" className={linkStyles.text} onClick={() => void save()}>
        {t('save')}
      </button>
      <span role="status">{isFailed && t('notSaved')}</span>
    </>
  )
}
