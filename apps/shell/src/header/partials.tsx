import { itemMarks } from '@fieldhouse/edition-kit'
import type { ReactElement } from 'react'
import { NavGroup, NavLink } from './Nav'

const marks = itemMarks('name', 'text', 'link')

const linksOf = (shown: typeof marks & { edition?: string }): Record<string, () => ReactElement> => ({
  link: () => <NavLink {...shown} external={false} />,
  external: () => <NavLink {...shown} external />,
  current: () => <NavLink {...shown} external={false} current="page" />,
  within: () => <NavLink {...shown} external={false} current="true" />,
})

const links = linksOf(marks)
const { edition } = itemMarks('edition')

const group = (current: boolean) => () => (
  <NavGroup name={marks.name} edition={edition} current={current}>
    @list/navigation.content@
  </NavGroup>
)

/** The navigation's lists as the gateway repeats them (docs/edition-contract.md, "Lists the gateway knows"). */
export const navigationPartials = {
  navigation: { ...linksOf({ ...marks, edition }), group: group(false), 'group-current': group(true) },
  'navigation.content': links,
  'navigation.flat': links,
}
