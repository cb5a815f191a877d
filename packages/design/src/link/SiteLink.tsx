import type { ReactNode } from 'react'
import { ExternalMark } from './ExternalMark'

export interface SiteLinkProps {
  href: string
  className?: string | undefined
  /**
   * Whether it opens in a new window.
   *
   * @default whether the address starts with `https` (specification, section 2, Header)
   */
  external?: boolean
  current?: boolean
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
      {...(current && { 'aria-current': 'page' as const })}
    >
      {children}
      {external && <ExternalMark />}
    </a>
  )
}
