import { definePage, Island } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Kept } from './islands/Kept'
import s from './Offline.module.css'
import { texts } from './texts'

/** A route that stops. The service worker shows the page in the place of one that it has not kept. */
function Offline() {
  const { t } = useTexts(texts)
  return (
    <section className={s.page}>
      <svg className={s.play} viewBox="0 0 360 150" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
        <path className={s.yards} d="M-900 22H1260M-900 58H1260M-900 94H1260M-900 130H1260" />
        <path
          className={s.hashes}
          d="M-432 0V150M-296 0V150M-160 0V150M-24 0V150M112 0V150M248 0V150M384 0V150M520 0V150M656 0V150M792 0V150"
          strokeDasharray="3 11"
        />
        <path className={s.route} d="M40 110V98Q40 58 86 58H172" />
        <path className={s.route} d="M190 58H238" strokeDasharray="10 9" />
        <path className={s.stop} d="M264 34l48 48m0-48l-48 48" />
        <circle className={s.route} cx="40" cy="116" r="15" />
      </svg>
      <div className={s.inside}>
        <p className={s.state}>{t('state')}</p>
        <h1>{t('title')}</h1>
        <p className={s.text}>{t('text')}</p>
        <Island of={Kept} when="sight" props={{}} />
      </div>
    </section>
  )
}

export const page = definePage({
  path: '/offline',
  look: 'default',
  noindex: true,
  title: { en: 'Offline', es: 'Sin conexión' },
  description: {
    en: 'What can be read while there is no connection.',
    es: 'Lo que se puede leer mientras no hay conexión.',
  },
  Main: Offline,
})
