import { itemMarks } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import beam from '../my-cards/Beam.module.css'
import { Unscripted } from '../own/Own'
import s from './PublicWall.module.css'
import { texts } from './texts'

const { account, width, room } = itemMarks('account', 'width', 'room')

interface WallPageProps {
  /** What people call the edition, inside of a sentence. */
  sport: string
  /** The island with `PublicWall`. */
  children: ReactNode
}

/** The page of somebody's wall, whose name the gateway sets as wide as the page. */
export function WallPage({ sport, children }: WallPageProps): ReactNode {
  const { t } = useTexts(texts)
  return (
    <article className={`${beam.page} ${s.page}`}>
      <h1 className={s.name}>
        <svg viewBox={`0 -810 ${room} 820`} role="img" aria-label={account}>
          <text className="fh-numeral" fontSize="1000" textLength={width} lengthAdjust="spacingAndGlyphs">
            {account}
          </text>
        </svg>
      </h1>
      <div className={s.whose}>
        <p>
          <b>{t('about', { edition: sport })}</b> {t('look', { account })}
        </p>
        <Unscripted>{t('unscripted')}</Unscripted>
      </div>
      {children}
    </article>
  )
}
