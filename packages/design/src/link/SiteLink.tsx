import { defineTexts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './link.module.css'

const texts = defineTexts({
  en: { newWindow: ' (opens in a new window)' },
  es: { newWindow: ' (se abre en otra ventana)' },
})

export interface SiteLinkProps {
  href: string
  className?: string | undefined
  /**
   * Whether it opens in a new window.
   *
   * @default whether the address starts with `https` (specification, section 2, Header)
   */
  external?: boolean
  /** `aria-current`: it leads to the page shown, or the page is within what it leads to. */
  current?: 'page' | 'true' | undefined
  onClick?: () => void
  children: ReactNode
}

/** A link as the specification wants it: an address starting with https opens in a new window and says so. */
export function SiteLink({
  href,
  className,
  external = href.startsWith('https'),
  current,
  onClick,
  children,
}: SiteLinkProps) {
  return (
    <a
      href={href}
      className={className}
      onClick={onClick}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      aria-current={current}
    >
      {children}
      {external && <ExternalMark />}
    </a>
  )
}

/** The arrow of a link that opens a new window, and the words for it. */
function ExternalMark() {
  const { t } = useTexts(texts)
  return (
    <span className={s.external}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 1H11V9M11 1L1 11" />
      </svg>
      <span className="fh-hidden">{t('newWindow')}</span>
    </span>
  )
}
