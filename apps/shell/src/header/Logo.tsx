import type { Look } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import s from './Header.module.css'

/**
 * The roof of the fieldhouse, and the product's name. It leads to '/' on the default header, and on an edition's to the
 * edition's home (specification, section 2).
 */
export function Logo({ look }: { look: Look }) {
  const { settings } = useRoot()
  return (
    <a className={s.logo} href={look === 'default' ? '/' : `/${look}`}>
      <svg viewBox="0 0 44 36" aria-hidden="true">
        <path d="M0 36V17Q22-9 44 17V36H37V20Q22 3 7 20V36ZM11 36V25H15V36ZM20 36V19H24V36ZM29 36V25H33V36Z" />
      </svg>
      <span>{settings.product}</span>
    </a>
  )
}
