import type { Language, NavEntry, PageInfo } from '@fieldhouse/contract'

/** A navigation entry's name in the page's language (specification, section 3, Nav entry). */
export const entryName = (entry: NavEntry, language: Language): string =>
  language === 'es' ? entry.NameSP : entry.nameEN

/** What is there, in a few words. */
export const entryText = (entry: NavEntry, language: Language): string | undefined =>
  language === 'es' ? entry.textSP : entry.textEN

/**
 * The navigation of a page's header, as the gateway writes it: an edition's leads to its own pages and to those of no edition;
 * any other one to all but the editions' homes, which stand above it. A group that would be empty is left out.
 *
 * @param home where the edition's pages begin, such as `/<edition>`
 */
export function ownEntries(navigation: readonly NavEntry[], editions: readonly NavEntry[], home: string): NavEntry[] {
  const hasHome = editions.some(({ link }) => link === home)
  const isOwn = ({ link }: NavEntry) =>
    !editions.some(
      (other) => other.link !== home && (link === other.link || (hasHome && link.startsWith(`${other.link}/`))),
    )
  return navigation
    .map((entry) => (entry.content ? { ...entry, content: entry.content.filter(isOwn) } : entry))
    .filter((entry) => (entry.content ? entry.content.length > 0 : isOwn(entry)))
}

/** The edition whose entries begin with each of these in a header of no edition, as the gateway writes it; those of several have the same names. */
export function beginning(
  navigation: readonly NavEntry[],
  editions: readonly NavEntry[],
  home: string,
): (NavEntry | undefined)[] {
  if (editions.some(({ link }) => link === home)) return []
  const owners = navigation.map(({ link, content: [first] = [] }) =>
    editions.find((edition) => `${first?.link ?? link}/`.startsWith(`${edition.link}/`)),
  )
  return owners.map((owner, index) => (owner === owners[index - 1] ? undefined : owner))
}

/**
 * The flat list of wide screens: the first group's items, then the 2nd and 3rd top entries (specification, section 2,
 * Header). A group in their place has no address and is left out, as the gateway does.
 */
export function flatEntries(navigation: readonly NavEntry[]): NavEntry[] {
  const [first, ...rest] = navigation
  if (!first) return []
  return [...(first.content ?? [first]), ...rest.slice(0, 2).filter(({ content }) => !content)]
}

/** `aria-current` of an entry: it leads to the page shown, or the page is within it. */
export type Current = 'page' | 'true' | undefined

/** How an entry, or one inside it, stands to the page shown: a page of an item is within the page that lists the items. */
export function currentOf(entry: NavEntry, page: Pick<PageInfo, 'path' | 'route'>): Current {
  if (entry.content) return entry.content.some((inner) => currentOf(inner, page)) ? 'true' : undefined
  if (entry.link === page.path) return 'page'
  const [, list] = /^(.+?)\/:/.exec(page.route ?? '') ?? []
  return entry.link === list ? 'true' : undefined
}
