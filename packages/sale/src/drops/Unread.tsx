import { useRoot } from '@fieldhouse/edition-kit'
import { formatDateTime } from '@fieldhouse/i18n'
import { useDropTexts } from './texts'
import s from './Unread.module.css'

export interface UnreadProps {
  /** Whether something is shown that may be old. */
  isKnown: boolean
  unreadSince: number | null
  unpricedSince: number | null
}

export const Empty = ({ title, text }: { title: string; text: string }) => (
  <div className={s.empty}>
    <h3>{title}</h3>
    <p>{text}</p>
  </div>
)

/** What is missing or old, and since when: in the place of what is shown, or in a line above it. */
export function Unread({ isKnown, unreadSince, unpricedSince }: UnreadProps) {
  const t = useDropTexts()
  const { language } = useRoot().page
  const since = unreadSince ?? unpricedSince
  if (since === null) return null
  const time = formatDateTime(since, language)
  if (isKnown) {
    return (
      <p className={s.notice}>
        <i aria-hidden="true" />
        {t(unreadSince === null ? 'unpriced' : 'stale', { time })}
      </p>
    )
  }
  if (unreadSince === null) return null
  return (
    <div className={s.missing}>
      <Empty title={t('missingTitle')} text={t('missingText', { time })} />
    </div>
  )
}
