import type { Look, NavEntry } from '@fieldhouse/contract'
import { useSingleOpen } from '@fieldhouse/design'
import { List, useRoot } from '@fieldhouse/edition-kit'
import { useEditionHome } from './Editions'
import { currentOf, entryName, entryText, flatEntries, ownEntries } from './entries'
import { NavGroup, NavLink } from './NavItem'

interface EntryLinkProps {
  entry: NavEntry
  onChosen?: (() => void) | undefined
}

function EntryLink({ entry, onChosen }: EntryLinkProps) {
  const { page } = useRoot()
  return (
    <NavLink
      name={entryName(entry, page.language)}
      text={entryText(entry, page.language)}
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

export interface GroupedNavProps extends NavProps {
  /** Whether groups drop over the page, and so close when the mouse or the focus leaves them. */
  dropping: boolean
  /** A link was chosen. */
  onChosen?: () => void
}

/** The navigation in groups, one open at a time. */
export function GroupedNav({ look, dropping, onChosen }: GroupedNavProps) {
  const { page } = useRoot()
  const groups = useSingleOpen(dropping)
  const chosen = () => {
    groups.close()
    onChosen?.()
  }
  return (
    <List
      name="navigation"
      items={useNavigation({ look })}
      render={(entry, index) =>
        entry.content ? (
          <NavGroup
            name={entryName(entry, page.language)}
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
          <EntryLink entry={entry} onChosen={chosen} />
        )
      }
    />
  )
}
