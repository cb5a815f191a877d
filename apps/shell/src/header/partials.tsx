import { itemMarks } from '@fieldhouse/edition-kit'
import type { ReactElement } from 'react'
import { NavGroup, NavLink } from './NavItem'

const { name, link } = itemMarks('name', 'link')

const links: Record<string, () => ReactElement> = {
  link: () => <NavLink name={name} link={link} external={false} />,
  external: () => <NavLink name={name} link={link} external />,
  current: () => <NavLink name={name} link={link} external={false} current="page" />,
  within: () => <NavLink name={name} link={link} external={false} current="true" />,
}

const group = (current: boolean) => () => (
  <NavGroup name={name} current={current}>
    @list/navigation.content@
  </NavGroup>
)

/** The navigation's lists as the gateway repeats them (docs/edition-contract.md, "Lists the gateway knows"). */
export const navigationPartials = {
  navigation: { ...links, group: group(false), 'group-current': group(true) },
  'navigation.content': links,
  'navigation.flat': links,
}
