import type { Look, PageInfo } from '@fieldhouse/contract'
import { ROOF, SiteLink } from '@fieldhouse/design'
import { itemMarks, type RootProps, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { useEffect, useSyncExternalStore } from 'react'
import { LoginButton } from '../login-button/LoginButton'
import { texts } from '../texts'
import s from './Header.module.css'
import { Menu } from './Menu'
import { FlatNav, GroupedNav } from './Nav'
import nav from './nav.module.css'
import { Strip } from './Strip'

/** The header: the scoreboard strip, and below it the bar that stays while the page scrolls (specification, section 2). */
export function Header({ page, settings }: RootProps) {
  const { t } = useTexts(texts)
  const look = useLook(page)
  const scrolled = useScrolled()
  return (
    <>
      <Strip look={look} />
      <header className={`${s.bar} ${scrolled ? s.opaque : ''}`}>
        <Logo look={look} />
        <nav className={s.nav} aria-label={t('header.main')}>
          <ul className={nav.flat}>
            <FlatNav look={look} />
          </ul>
          <ul className={nav.dropping}>
            <GroupedNav look={look} dropping />
          </ul>
          <p className={nav.paper}>
            <SiteLink href={settings.links.whitepaper} external className={nav.link}>
              {t('header.whitepaper')}
            </SiteLink>
          </p>
        </nav>
        <div className={s.actions}>
          <SiteLink href={settings.links.playGame} external className={s.play}>
            {t('header.playGame')}
          </SiteLink>
          <LoginButton />
        </div>
        <Menu look={look} />
      </header>
    </>
  )
}

/** One markup is the header of all looks. */
const marks = itemMarks('home')

/**
 * The roof of the fieldhouse, and the product's name. It leads to '/' on the default header, and on an edition's to the
 * edition's home (specification, section 2).
 */
function Logo({ look }: { look: Look }) {
  const { settings, prerendering } = useRoot()
  const home = look === 'default' ? '/' : `/${look}`
  return (
    <a className={s.logo} href={prerendering ? marks.home : home}>
      <svg viewBox="0 0 44 36" aria-hidden="true">
        <path d={ROOF} />
      </svg>
      <span>{settings.product}</span>
    </a>
  )
}

/** As the last scroll left it. To ask the window makes it lay the page out, which a page that comes has not been yet. */
let isScrolled = false

const subscribe = (listener: () => void) => {
  const look = () => {
    isScrolled = scrollY > 0
    listener()
  }
  look()
  addEventListener('scroll', look, { passive: true })
  return () => removeEventListener('scroll', look)
}

/** Whether the page is scrolled at all: the header is then opaque (specification, section 2, Header). */
const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isScrolled,
    () => false,
  )

/** Where a path that keeps the previous looks leaves the looks that it stands in, for a day: the gateway composes a reload in them. */
const COOKIE = 'looks'

/**
 * The look of the header. On an unknown path, and on the shell's own pages but the home, it is the previous page's, over a
 * reload too (specification, section 2).
 */
function useLook({ edition, route, header, footer }: PageInfo): Look {
  useEffect(() => {
    if (edition !== 'shell' || route === '/') return
    // At that address alone: a semicolon would end it and begin something else.
    const [path] = location.pathname.split(';')
    // biome-ignore lint/suspicious/noDocumentCookie: the gateway has to read it with the next document
    document.cookie = `${COOKIE}=${header}.${footer}; path=${path}; max-age=86400; samesite=lax`
  })
  // The host puts the previous page's in the place of none.
  return header ?? 'default'
}
