import type { Language, NavEntry } from '@fieldhouse/contract'

/** A navigation entry's name in the page's language (specification, section 3, Nav entry). */
export const entryName = (entry: NavEntry, language: Language): string =>
  language === 'es' ? entry.NameSP : entry.nameEN

/**
 * The flat list of wide screens: the first group's items, then the 2nd and 3rd top entries (specification, section 2,
 * Header). A group in their place has no address and is left out, as the gateway does.
 */
export function flatEntries(navigation: readonly NavEntry[]): NavEntry[] {
  const [first, ...rest] = navigation
  if (!first) return []
  return [...(first.content ?? [first]), ...rest.slice(0, 2).filter(({ content }) => !content)]
}

/** Whether the entry, or one inside it, is the page shown. */
export const isCurrent = (entry: NavEntry, path: string): boolean =>
  entry.content ? entry.content.some((inner) => isCurrent(inner, path)) : entry.link === path
