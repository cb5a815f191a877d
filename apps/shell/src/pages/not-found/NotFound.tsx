import { linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor } from '@fieldhouse/look-football'
import { texts } from '../../texts'
import s from './NotFound.module.css'
import { notFoundTexts } from './texts'

/** The page of an unknown path. It never prints the path. */
export function NotFound() {
  const { t } = useTexts(notFoundTexts)
  const { t: shared } = useTexts(texts)
  return (
    <section className={s.page}>
      <FootballFloor />
      <div className={s.inside}>
        <p className={s.number} aria-hidden="true">
          404
        </p>
        <div className={s.say}>
          <h1>{t('title')}</h1>
          <p>{t('text')}</p>
          <p className={s.links}>
            <a className={linkStyles.text} href="/football">
              {shared('floors.football')}
            </a>
            <a className={linkStyles.text} href="/basketball">
              {shared('floors.basketball')}
            </a>
            <a className={linkStyles.text} href="/">
              {t('home')}
            </a>
          </p>
        </div>
      </div>
    </section>
  )
}
