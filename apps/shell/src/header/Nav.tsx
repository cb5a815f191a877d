import type { Look, NavEntry } from '@fieldhouse/contract'
import { type GroupHandlers, SiteLink, useSingleOpen } from '@fieldhouse/design'
import { List, useRoot } from '@fieldhouse/edition-kit'
import type { ReactNode } from 'react'
import { useEditionHome } from './Editions'
import { beginning, type Current, currentOf, entryName, entryText, flatEntries, ownEntries } from './entries'
import s from './nav.module.css'

interface EntryLinkProps {
  entry: NavEntry
  edition?: string
  onChosen?: (() => void) | undefined
}

function EntryLink({ entry, edition, onChosen }: EntryLinkProps) {
  const { page } = useRoot()
  return (
    <NavLink
      name={entryName(entry, page.language)}
      text={entryText(entry, page.language)}
      edition={edition}
      link={entry.link}
      external={entry.link.startsWith('https')}
      current={currentOf(entry, page)}
      {...(onChosen && { onClick: onChosen })}
    />
  )
}

interface NavProps {
  /** Of the header. */
  look: Look
}

/** The site's navigation, as the header of a page has it. */
function useNavigation({ look }: NavProps): NavEntry[] {
  const { settings } = useRoot()
  return ownEntries(settings.navigation, settings.editions, useEditionHome(look))
}

/** The flat list of wide screens. */
export function FlatNav(props: NavProps) {
  return (
    <List
      name="navigation.flat"
      items={flatEntries(useNavigation(props))}
      render={(entry) => <EntryLink entry={entry} />}
    />
  )
}

interface GroupedNavProps extends NavProps {
  /** Whether groups drop over the page, and so close when the mouse or the focus leaves them. */
  dropping: boolean
  /** A link was chosen. */
  onChosen?: () => void
}

/** The navigation in groups, one open at a time. */
export function GroupedNav({ look, dropping, onChosen }: GroupedNavProps) {
  const { page, settings } = useRoot()
  const navigation = useNavigation({ look })
  const begins = beginning(navigation, settings.editions, useEditionHome(look))
  const groups = useSingleOpen(dropping)
  const chosen = () => {
    groups.close()
    onChosen?.()
  }
  return (
    <List
      name="navigation"
      items={navigation}
      render={(entry, index) => {
        const owner = begins[index]
        const edition = owner ? entryName(owner, page.language) : ''
        return entry.content ? (
          <NavGroup
            name={entryName(entry, page.language)}
            edition={edition}
            current={currentOf(entry, page) !== undefined}
            open={groups.isOpen(index)}
            onToggle={() => groups.toggle(index)}
            handlers={groups.groupHandlers(index)}
          >
            {entry.content.map((inner) => (
              <EntryLink key={inner.link} entry={inner} onChosen={chosen} />
            ))}
          </NavGroup>
        ) : (
          <EntryLink entry={entry} edition={edition} onChosen={chosen} />
        )
      }}
    />
  )
}

interface NavLinkProps {
  name: string
  /** Shows in an open group of the bar. */
  text?: string | undefined
  /** Whose entries begin here, in the full-screen menu; empty where they go on. */
  edition?: string | undefined
  link: string
  external: boolean
  current?: Current
  onClick?: () => void
}

/** One link of the navigation. */
export function NavLink({ name, text, edition, link, external, current, onClick }: NavLinkProps) {
  return (
    <li className={s.item}>
      {edition !== undefined && <b className={s.edition}>{edition}</b>}
      <SiteLink href={link} className={s.link} external={external} current={current} {...(onClick && { onClick })}>
        {name}
        <small>{text}</small>
      </SiteLink>
    </li>
  )
}

interface NavGroupProps {
  name: string
  edition: string
  /** One of its entries is the page shown. */
  current: boolean
  open?: boolean
  onToggle?: () => void
  handlers?: GroupHandlers
  children: ReactNode
}

/** A disclosure button and its links. The markup is one partial, used in the bar and in the full-screen menu. */
export function NavGroup({ name, edition, current, open = false, onToggle, handlers, children }: NavGroupProps) {
  return (
    <li className={`${s.item} ${s.group}`} {...handlers}>
      <b className={s.edition}>{edition}</b>
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
