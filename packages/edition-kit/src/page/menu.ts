import type { NavEntry } from '@fieldhouse/contract'
import { createContext, useContext } from 'react'
import type { MenuEntry, MenuGroup, Page } from './define-page'

/** Pages as the menu reads, and after them those that it does not have by their paths. */
export function inMenuOrder(pages: readonly Page[]): Page[] {
  const placeOf = ({ menu }: Page) => menu?.group?.place ?? menu?.place ?? Number.POSITIVE_INFINITY
  return pages.toSorted(
    (left, right) =>
      compare(placeOf(left), placeOf(right)) ||
      compare(left.menu?.place ?? 0, right.menu?.place ?? 0) ||
      compare(left.path, right.path),
  )
}

/** What pages in the menu's order add to it, as `release.json` has it. */
export function menuOf(pages: readonly Page[]): NavEntry[] {
  const groups = new Map<MenuGroup, NavEntry[]>()
  return pages.flatMap(({ path, menu }): NavEntry[] => {
    if (!menu) return []
    const { text } = menu
    const entry = { ...named(menu, path), ...(text && { textEN: text.en, textSP: text.es }) }
    if (!menu.group) return [entry]
    const content = groups.get(menu.group)
    content?.push(entry)
    if (content) return []
    groups.set(menu.group, [entry])
    return [{ ...named(menu.group, ''), content: groups.get(menu.group) ?? [] }]
  })
}

const named = ({ name }: MenuEntry | MenuGroup, link: string): NavEntry => ({ nameEN: name.en, NameSP: name.es, link })

const compare = <Value extends number | string>(left: Value, right: Value): number =>
  left === right ? 0 : left < right ? -1 : 1

/** The pages of the app that is being written. */
export const PagesContext = createContext<readonly Page[]>([])

/** The pages of the app as the menu reads, and after them those that it does not have: for a page that lists others. */
export const usePages = (): readonly Page[] => useContext(PagesContext)
