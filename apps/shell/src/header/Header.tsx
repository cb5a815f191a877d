import { SiteLink } from '@fieldhouse/design'
import type { RootProps } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { useLook } from '../frame/use-look'
import { LoginButton } from '../login-button/LoginButton'
import { texts } from '../texts'
import s from './Header.module.css'
import { Logo } from './Logo'
import { Menu } from './Menu'
import { FlatNav, GroupedNav } from './Nav'
import nav from './nav.module.css'
import { Strip } from './Strip'
import { useScrolled } from './use-scrolled'

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
