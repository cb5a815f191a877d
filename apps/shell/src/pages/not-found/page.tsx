import { linkStyles, SiteLink } from '@fieldhouse/design'
import { definePage, Island, listMark, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Editions } from '../../header/Editions'
import { Suggestions } from './islands/Suggestions'
import s from './NotFound.module.css'
import { notFoundTexts } from './texts'

/** The page of all unknown paths: a throw that leaves the field. Its markup never says the path; the island does. */
function NotFound() {
  const { t } = useTexts(notFoundTexts)
  const { settings } = useRoot()
  return (
    <section className={s.page}>
      <div className={s.field}>
        {listMark('floor')}
        <p className={s.number} aria-hidden="true">
          404
        </p>
      </div>
      <svg className={s.throw} viewBox="0 0 1440 900" preserveAspectRatio="xMinYMid slice" aria-hidden="true">
        <path d="M300 700C420 640 520 600 640 470" />
        <path d="M677 430C789 315 919 249 1090 236" />
        <path d="M1094 216l36 36m0-36l-36 36" />
      </svg>
      <div className={s.intro}>
        <h1>{t('title')}</h1>
        <Island of={Suggestions} when="sight" props={{}} />
        <p className={s.links}>
          <Editions look="default" />
        </p>
        <p className={s.ways}>
          <a className={linkStyles.large} href="/">
            {t('home')}
          </a>
          <SiteLink external className={linkStyles.text} href={settings.links.community}>
            {t('tell')}
          </SiteLink>
        </p>
      </div>
    </section>
  )
}

export const page = definePage({
  path: null,
  title: { en: 'Out of bounds', es: 'Fuera de banda' },
  Main: NotFound,
})
