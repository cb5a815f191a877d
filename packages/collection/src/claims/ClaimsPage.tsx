import { openingStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Own, type OwnProps, Unscripted } from '../own/Own'
import s from './Claims.module.css'
import { texts } from './texts'

/** What stands in the place of tickets. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={`${s.window} ${s.message}`}>
      <h2>{title}</h2>
      <p role="status">{text}</p>
      {children}
    </section>
  )
}

interface ClaimsPageProps extends Pick<OwnProps, 'children'> {
  /** The island with `LogIn`. */
  login: ReactNode
}

/** The page of the window where packs wait for their owner. */
export function ClaimsPage({ login, children }: ClaimsPageProps): ReactNode {
  const { t } = useTexts(texts)
  const visitor = (
    <Message title={t('signedOut')} text={t('signedOutText')}>
      {login}
      <Unscripted>{t('unscripted')}</Unscripted>
    </Message>
  )
  return (
    <article>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        <svg viewBox="0 0 480 300" aria-hidden="true">
          <path d="M20 300V150Q240-40 460 150V300" strokeWidth={8} />
          <path
            d="M70 300V172Q240 22 410 172V300M126 300V220M182 300V140M240 300V116M298 300V140M354 300V220"
            strokeWidth={4}
          />
          <path d="M0 295H480" strokeWidth={10} />
        </svg>
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
      </header>
      <Own visitor={visitor}>{children}</Own>
    </article>
  )
}
