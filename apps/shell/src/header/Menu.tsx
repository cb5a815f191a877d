import type { Look } from '@fieldhouse/contract'
import { Cross, SiteLink, ThemeSwitch } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { type MouseEvent, useEffect, useRef } from 'react'
import { LoginButton } from '../login-button/LoginButton'
import { Season } from '../season/Season'
import { texts } from '../texts'
import { Languages } from './Languages'
import s from './Menu.module.css'
import { GroupedNav } from './Nav'
import nav from './nav.module.css'

const ID = 'fh-menu'

/** Where the full-screen menu ends: the md breakpoint (specification, section 2, Mobile). */
const WIDE = '(width >= 48em)'

/**
 * The hamburger and its full-screen menu. A command attribute opens and closes it before the page has hydrated and
 * without script; afterwards the handlers do, everywhere.
 */
export function Menu({ look }: { look: Look }) {
  const { t } = useTexts(texts)
  const { settings, page } = useRoot()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault()
    act()
  }

  const shown = useRef(page.path)
  // Another page closes the menu, however it was reached. It may be open when the header comes to life.
  useEffect(() => {
    if (page.path !== shown.current) dialog.current?.close()
    shown.current = page.path
  }, [page.path])
  useEffect(() => {
    // A modal menu that the wide layout hides would leave the page inert.
    const wide = matchMedia(WIDE)
    const closeWhenWide = () => wide.matches && dialog.current?.close()
    wide.addEventListener('change', closeWhenWide)
    return () => wide.removeEventListener('change', closeWhenWide)
  }, [])

  return (
    <>
      <button
        type="button"
        className={s.burger}
        aria-label={t('header.menu')}
        aria-haspopup="dialog"
        onClick={instead(() => dialog.current?.showModal())}
        {...{ command: 'show-modal', commandfor: ID }}
      >
        <i />
        <i />
        <i />
      </button>
      <dialog ref={dialog} id={ID} className={s.menu} aria-label={t('header.menu')}>
        <div className={s.top}>
          <span className={s.title}>{t('header.menu')}</span>
          <button
            type="button"
            className={s.close}
            aria-label={t('header.close')}
            onClick={instead(close)}
            {...{ command: 'close', commandfor: ID }}
          >
            <Cross />
          </button>
        </div>
        <p className={s.season}>
          <Season />
        </p>
        <nav className={s.nav} aria-label={t('header.main')}>
          <ul className={nav.stacked}>
            <GroupedNav look={look} dropping={false} onChosen={close} />
          </ul>
          <p className={s.paper}>
            <SiteLink href={settings.links.whitepaper} external className={nav.link} onClick={close}>
              {t('header.whitepaper')}
            </SiteLink>
          </p>
        </nav>
        <div className={s.settings}>
          <Languages />
          <ThemeSwitch />
        </div>
        <div className={s.actions}>
          <LoginButton onLogin={close} />
          <SiteLink href={settings.links.playNow} external className={s.play} onClick={close}>
            {t('header.playNow')}
          </SiteLink>
        </div>
      </dialog>
    </>
  )
}
