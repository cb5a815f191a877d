import { SiteLink } from '@fieldhouse/design'
import s from './Footer.module.css'

export interface SocialLinkProps {
  name: string
  link: string
  /** On desktop only (specification, section 2, Footer). */
  wide: boolean
}

export function SocialLink({ name, link, wide }: SocialLinkProps) {
  return (
    <li className={wide ? s.wide : undefined}>
      <SiteLink href={link} external>
        {name}
      </SiteLink>
    </li>
  )
}
