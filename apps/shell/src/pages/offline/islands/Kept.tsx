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

/**
 * Whether something is kept of what was begun of which nothing can be found out here: it is damaged, a newer release's, or of
 * another chain.
 */
const isUnread = (chainId: string, account: string): boolean =>
  allStored().some(([key]) => {
    if (!key.startsWith(RECORD_KEY)) return false
    const record = recordOf(key.slice(RECORD_KEY.length))
    return !record || (record.account === account && record.chainId !== chainId && !isEnded(record))
  })

/** What is known of what was begun, the newest first. */
function stateOf(records: readonly TransactionRecord[], chainId: string, account: string) {
  const open = records.filter((record) => !isEnded(record))
  // A wallet that was asked may sign yet: its answer waits for the next page.
  if (open.length > 0) return open.some(({ signed }) => signed) ? 'signed' : 'asked'
  if (isUnread(chainId, account)) return 'unread'
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
  const account = user?.accountName ?? ''
  const records = useRecords(network.chainId, account)
  const links = pages.filter(({ path }) => path !== location.pathname).slice(0, MOST)
  return (
    <>
      {user && (
        <p className={s.text} role="status">
          {t(stateOf(records, network.chainId, account))}
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
