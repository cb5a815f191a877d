import {
  isEnded,
  isMade,
  RECORD_KEY,
  recordOf,
  type TransactionRecord,
  useRecords,
} from '@fieldhouse/chain-data/records'
import { allStored, keptPages } from '@fieldhouse/contract/browser'
import { useRoot } from '@fieldhouse/edition-kit'
import { formatDateTime, useTexts } from '@fieldhouse/i18n'
import { useUser } from '@fieldhouse/wallet-login'
import { useEffect, useState } from 'react'
import s from '../Offline.module.css'
import { texts } from '../texts'

/** As many of the pages that were read last are named. */
const MOST = 6

/** Whether something is kept of what was begun that cannot be read: it is damaged, or a newer release's. */
const isUnread = (): boolean =>
  allStored().some(([key]) => key.startsWith(RECORD_KEY) && !recordOf(key.slice(RECORD_KEY.length)))

/** What is known of what was begun, the newest first. */
function stateOf(records: readonly TransactionRecord[], chainId: string) {
  const open = records.filter((record) => !isEnded(record) && record.chainId === chainId)
  // A wallet that was asked may sign yet: its answer waits for the next page.
  if (open.length > 0) return open.some(({ signed }) => signed) ? 'signed' : 'asked'
  // Of another chain nothing can be found out here.
  if (isUnread() || records.some((record) => !isEnded(record) && record.chainId !== chainId)) return 'unread'
  return records.some(isMade) ? 'done' : 'nothing'
}

/** What is known without a connection: whether something was signed, and what can be read. The host loads the page anew once there is one. */
export function Kept() {
  const { t, language } = useTexts(texts)
  const { product, network } = useRoot().settings
  const user = useUser()
  const [pages, setPages] = useState<Awaited<ReturnType<typeof keptPages>>>([])
  useEffect(() => {
    void keptPages().then(setPages)
  }, [])
  const records = useRecords(user?.accountName ?? '')
  const links = pages.filter(({ path }) => path !== location.pathname).slice(0, MOST)
  return (
    <>
      {user && (
        <p className={s.text} role="status">
          {t(stateOf(records, network.chainId))}
        </p>
      )}
      <button type="button" className={s.again} onClick={() => location.reload()}>
        {t('again')}
      </button>
      {links.length > 0 && (
        <>
          <h2 className={s.kept}>{t('kept')}</h2>
          <ul className={s.links}>
            {links.map(({ path, title, at }) => (
              <li key={path}>
                <a href={path}>
                  {t('page', { title: title.replace(` · ${product}`, ''), time: formatDateTime(at, language) })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
