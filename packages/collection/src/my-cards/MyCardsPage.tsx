import type { Language } from '@fieldhouse/contract'
import type { EditionCards } from '@fieldhouse/holdings'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Own, type OwnProps, Unscripted } from '../own/Own'
import { Beam } from './Beam'
import s from './Beam.module.css'
import { pageTexts } from './page-texts'
import { Racks } from './Racks'

export interface MyCardsPageProps extends EditionCards, Pick<OwnProps, 'children'> {
  /** The page's heading, which is read and not seen. */
  title: Readonly<Record<Language, string>>
  /** The island with `LogIn`. */
  login: ReactNode
}

/** The page of the user's cards: to a visitor the wall with nothing on it, and the way in. */
export function MyCardsPage({ look, deck, title, login, children }: MyCardsPageProps) {
  const { t, language } = useTexts(pageTexts)
  const empty = { look, deck, cards: null, isAwaited: false }
  const visitor = (
    <>
      <Beam {...empty} isOwn={false}>
        <h2>{t('signedOut')}</h2>
        <p>{t('signedOutText')}</p>
        <div className={s.actions}>{login}</div>
        <Unscripted>{t('unscripted')}</Unscripted>
      </Beam>
      <Racks {...empty} />
    </>
  )
  return (
    <article className={s.page}>
      <h1 className="fh-hidden">{title[language]}</h1>
      <Own visitor={visitor}>{children}</Own>
    </article>
  )
}
