import { openingStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Own, type OwnProps, Unscripted } from '../own/Own'
import s from './Receipt.module.css'
import { texts } from './texts'

interface ReceiptPageProps extends Pick<OwnProps, 'children'> {
  /** The painted floor under it. */
  floor: ReactNode
  /** The island with `LogIn`. */
  login: ReactNode
}

/** The page of a purchase's receipt: its address says which, in its query, and only who paid can read it. */
export function ReceiptPage({ floor, login, children }: ReceiptPageProps): ReactNode {
  const { t } = useTexts(texts)
  const visitor = (
    <div className={s.said}>
      <h1>{t('signedOut')}</h1>
      <p>{t('signedOutText')}</p>
      {login}
      <Unscripted>{t('unscripted')}</Unscripted>
    </div>
  )
  return (
    <article className={`${openingStyles.field} ${s.page}`}>
      {floor}
      <Own visitor={visitor}>{children}</Own>
    </article>
  )
}
