import { useAppData } from '@fieldhouse/chain-data'
import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import type { Wall } from '@fieldhouse/holdings'
import { formatDateTime, formatNumber, formatWax, useTexts } from '@fieldhouse/i18n'
import { textOfRow } from '@fieldhouse/i18n/row-text'
import { useEffect, useId, useRef, useState } from 'react'
import type { CentsOf } from '../dollars/medians'
import { dollars, useDollars } from '../dollars/use-dollars'
import { RowText } from '../RowText'
import { Transaction } from '../Transaction'
import { type Deed, deedsOf } from './deeds'
import s from './History.module.css'
import { texts } from './texts'
import { useOpenings } from './use-openings'

/** How many are shown until all are asked for. */
const FIRST = 10

export interface HistoryProps {
  edition: string
  /** The user's. */
  account: string
  wall: Wall
  /** What was bought and collected cannot be read now. */
  isUnread?: boolean
}

/** What the user bought, collected and opened of an edition, the newest first: by the chain, whatever browser it was done in. */
export function History({ edition, account, wall, isUnread = false }: HistoryProps) {
  const { network } = useRoot().settings
  const claims = useAppData('availableDropsToClaim')
  const drops = useAppData('rowDrops')
  const { openings, isFailed } = useOpenings(network, account, wall)
  const deeds = drops ? deedsOf(claims ?? [], openings?.opened ?? [], drops, edition) : []
  const missing = [
    ...(isUnread ? (['unbought'] as const) : claims?.isCut ? (['gap'] as const) : []),
    ...(isFailed ? (['unread'] as const) : openings?.isCut ? (['cut'] as const) : []),
  ]
  // A file stays as it was made: it lacks what comes later, too.
  const awaited = [
    ...(claims === null && !isUnread ? (['unbought'] as const) : []),
    ...(openings === null && !isFailed ? (['unread'] as const) : []),
  ]
  return deeds.length > 0 && <Deeds deeds={deeds} missing={missing} awaited={awaited} />
}

interface DeedsProps {
  deeds: readonly Deed[]
  /** Why some may be missing. */
  missing: readonly ('unbought' | 'gap' | 'unread' | 'cut')[]
}

function Deeds({ deeds, missing, awaited }: DeedsProps & { awaited: DeedsProps['missing'] }) {
  const { t, language } = useTexts(texts)
  const [isWhole, setWhole] = useState(false)
  const centsOf = useDollars()
  const heading = useId()
  const body = useRef<HTMLTableSectionElement>(null)
  // The button that was pressed is gone: who reads on goes on at the first that it brought.
  useEffect(() => {
    if (isWhole) body.current?.rows[FIRST]?.focus()
  }, [isWhole])
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
          <tbody ref={body}>
            {deeds.slice(0, isWhole ? undefined : FIRST).map((deed) => (
              <Row key={deed.id} deed={deed} centsOf={centsOf} />
            ))}
          </tbody>
        </table>
        {missing.map((why) => (
          <p key={why} className={s.missing}>
            {t(why)}
          </p>
        ))}
        <p className={s.actions}>
          {deeds.length > FIRST && !isWhole && (
            <button type="button" className={linkStyles.text} onClick={() => setWhole(true)}>
              {t('all', { count: deeds.length, number: formatNumber(deeds.length, language) })}
            </button>
          )}
          <SaveButton deeds={deeds} missing={[...awaited, ...missing]} />
        </p>
      </div>
    </section>
  )
}

function Row({ deed, centsOf }: { deed: Deed; centsOf: CentsOf }) {
  const { t, language } = useTexts(texts)
  const { kind, at, reason, dropId, name, count, units, paid, transactionId } = deed
  const cents = units ? centsOf(units, at) : null
  return (
    <tr tabIndex={-1}>
      <td>{at === null ? t('unknown') : formatDateTime(at, language)}</td>
      <td>
        {reason && (
          <>
            <RowText text={reason} />
            {': '}
          </>
        )}
        {t(kind === 'opened' ? 'opened' : 'packs', { count: Number(count), name: name ?? t('drop', { id: dropId }) })}
      </td>
      <td>{units === 0n ? t('nothing') : <b>{units ? `${formatWax(units, language).text} WAX` : paid}</b>}</td>
      <td>{cents !== null && dollars(cents, language)}</td>
      <td>{transactionId && <Transaction id={transactionId} />}</td>
    </tr>
  )
}

/** Saves all of the history as a file. */
function SaveButton({ deeds, missing }: DeedsProps) {
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
      await saveHistory(
        deeds,
        language,
        whatOf,
        missing.map((why) => t(why)),
      )
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
