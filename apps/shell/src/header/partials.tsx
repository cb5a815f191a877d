import { itemMarks } from '@fieldhouse/edition-kit'
import type { ReactElement } from 'react'
import { NavGroup, NavLink } from './Nav'

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
