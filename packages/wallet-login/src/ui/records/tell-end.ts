import { wait } from '@fieldhouse/chain-data'
import { isEnded, isMade, recordOf, type TransactionRecord, tellRecord } from '@fieldhouse/chain-data/records'
import { textsIn } from '@fieldhouse/i18n'
import { getUser } from '@fieldhouse/wallet-login'
import { explain } from '@fieldhouse/wallets'
import { language } from '../page'
import { showToast } from '../toasts/show'
import { recordTexts } from './texts'

/** Where it is shown, as in a slip or on a stage, that says it within this time, in milliseconds, and no toast does. */
const SHOWN_WITHIN = 1000

/** The ids of records whose end the wallet's dialog has shown. */
export const toldInDialog = new Set<string>()

/** The ids of records whose end is about to be told. */
const telling = new Set<string>()

/**
 * Tells the visitor how records ended, unless the page has shown it itself: that they came about, that they did not, and that
 * one was undone after it was told.
 */
export function tellEnds(records: readonly TransactionRecord[]): void {
  for (const record of records) {
    const { id } = record
    if (!isUntold(record) || telling.has(id)) continue
    telling.add(id)
    wait(SHOWN_WITHIN).then(() => {
      telling.delete(id)
      const now = recordOf(id)
      // Whoever looks at another page, or is somebody else, hears it later.
      if (!now || !isUntold(now) || document.hidden || getUser()?.accountName !== now.account) return
      tellRecord(id)
      if (!toldInDialog.delete(id)) tellEnd(now)
    })
  }
}

const isUntold = (record: TransactionRecord): boolean =>
  !record.isTold && (isEnded(record) || isMade(record) || record.isUndone)

function tellEnd(record: TransactionRecord): void {
  const { state, subject, problem } = record
  const t = textsIn(recordTexts, language())
  const name = nameOf(record)
  if (isMade(record)) {
    const count =
      subject.kind === 'opening' ? 1 : Number(subject.kind === 'purchase' ? subject.quantity : subject.packs)
    showToast({ kind: 'success', text: t(`made.${subject.kind}`, { count }), ...(name && { more: name }) })
  } else if (state === 'absent') {
    showToast({ kind: 'error', text: titled(name, t(`absent.${subject.kind}`)), more: t('absentMore') })
  } else if (state === 'refused' && problem) {
    const { title, text } = explain(problem, language())
    showToast({ kind: problem.kind === 'left' ? 'info' : 'error', text: titled(name, title), more: text })
  } else {
    showToast({ kind: 'error', text: titled(name, t('undone')), more: t('undoneMore') })
  }
}

const nameOf = ({ subject }: TransactionRecord): string =>
  subject.kind === 'purchase' ? subject.dropName : subject.kind === 'opening' ? subject.packName : ''

const titled = (name: string, text: string): string => (name ? `${name}: ${text}` : text)

/** The wallet still has what an earlier page has asked it for. */
export function tellOpen(record: TransactionRecord): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: titled(nameOf(record), t('open')), more: t('openMore') })
}

/** What was kept of a purchase cannot be read: nobody knows what it was. */
export function tellDamaged(): void {
  const t = textsIn(recordTexts, language())
  showToast({ kind: 'info', text: t('damaged'), more: t('damagedMore') })
}
