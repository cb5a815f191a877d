import { definePage } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Editions } from '../../header/Editions'
import { countOf, PaintedFloor, STOREYS } from '../../looks/storeys'
import s from './NotFound.module.css'
import { notFoundTexts } from './texts'

/** The page of an unknown path. It never prints the path. */
function NotFound() {
  const { t } = useTexts(notFoundTexts)
  return (
    <section className={s.page}>
      <PaintedFloor look="default" />
      <div className={s.inside}>
        <p className={s.number} aria-hidden="true">
          404
        </p>
        <div className={s.intro}>
          <h1>{t('title')}</h1>
          <p>{t('text', { open: t(`open.${countOf(STOREYS)}`) })}</p>
          <p className={s.links}>
            <Editions look="default" />
            <a href="/">{t('home')}</a>
          </p>
        </div>
      </div>
    </section>
  )
}

export const page = definePage({
  path: null,
  title: { en: 'Out of bounds', es: 'Fuera del campo' },
  Main: NotFound,
})
