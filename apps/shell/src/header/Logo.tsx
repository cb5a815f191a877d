import type { Look } from '@fieldhouse/contract'
import { ROOF } from '@fieldhouse/design'
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
        <path d={ROOF} />
      </svg>
      <span>{settings.product}</span>
    </a>
  )
}
