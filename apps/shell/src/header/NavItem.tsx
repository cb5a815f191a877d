import { type GroupHandlers, SiteLink } from '@fieldhouse/design'
import { itemMarks } from '@fieldhouse/edition-kit'
import type { ReactElement, ReactNode } from 'react'
import type { Current } from './entries'
import s from './nav.module.css'

interface NavLinkProps {
  name: string
  /** Shows in an open group of the bar. */
  text?: string | undefined
  link: string
  external: boolean
  current?: Current
  onClick?: () => void
}

/** One link of the navigation. */
export function NavLink({ name, text, link, external, current, onClick }: NavLinkProps) {
  return (
    <li className={s.item}>
      <SiteLink href={link} className={s.link} external={external} current={current} {...(onClick && { onClick })}>
        {name}
        <small>{text}</small>
      </SiteLink>
    </li>
  )
}

interface NavGroupProps {
  name: string
  /** One of its entries is the page shown. */
  current: boolean
  open?: boolean
  onToggle?: () => void
  handlers?: GroupHandlers
  children: ReactNode
}

/** A disclosure button and its links. The markup is one partial, used in the bar and in the full-screen menu. */
export function NavGroup({ name, current, open = false, onToggle, handlers, children }: NavGroupProps) {
  return (
    <li className={`${s.item} ${s.group}`} {...handlers}>
      <button type="button" className={`${s.link} ${current ? s.inside : ''}`} aria-expanded={open} onClick={onToggle}>
        {name}
        <svg className={s.chevron} viewBox="0 0 12 12" aria-hidden="true">
          <path d="M1 4L6 9L11 4" />
        </svg>
      </button>
      <ul className={s.entries}>{children}</ul>
    </li>
  )
}

const marks = itemMarks('name', 'text', 'link')

const links: Record<string, () => ReactElement> = {
  link: () => <NavLink {...marks} external={false} />,
  external: () => <NavLink {...marks} external />,
  current: () => <NavLink {...marks} external={false} current="page" />,
  within: () => <NavLink {...marks} external={false} current="true" />,
}

const group = (current: boolean) => () => (
  <NavGroup name={marks.name} current={current}>
    @list/navigation.content@
  </NavGroup>
)

/** The navigation's lists as the gateway repeats them (docs/edition-contract.md, "Lists the gateway knows"). */
export const navigationPartials = {
  navigation: { ...links, group: group(false), 'group-current': group(true) },
  'navigation.content': links,
  'navigation.flat': links,
}
