import type { Language, NavEntry, SiteSettings } from '@fieldhouse/contract'
import type { Item } from './fill.ts'

// What the gateway makes of the settings (docs/edition-contract.md, "Lists the gateway knows").

/** Whether a path is an edition's. */
export const isOf = (edition: string, path: string): boolean =>
  path === `/${edition}` || path.startsWith(`/${edition}/`)

/** What people call an entry of the menu, or an edition. */
export const nameOf = (entry: NavEntry, language: Language): string => (language === 'es' ? entry.NameSP : entry.nameEN)

/**
 * The lists of the settings for a page of an edition.
 *
 * @param listed where the items are listed of which the page is about one; empty for any other page
 */
export function settingLists(
  settings: SiteSettings,
  language: Language,
  edition: string,
  path: string,
  listed: string,
): Record<string, Item[]> {
  const navigation = navigationOf(settings, edition, settings.navigation)
  return {
    navigation: entries(navigation, language, path, listed),
    'navigation.flat': entries(flat(navigation), language, path, listed),
    socials: settings.socials.map(({ name, link, wide }) => ({
      variants: wide ? ['wide', 'link'] : ['link'],
      fields: { name, link },
    })),
    editions: entries(settings.editions, language, `/${edition}`, ''),
  }
}

/** An edition's menu leads to its own pages and to those of no edition. A group that would be empty is left out. */
function navigationOf(settings: SiteSettings, edition: string, navigation: readonly NavEntry[]): NavEntry[] {
  const homes = settings.editions.map(({ link }) => link)
  const ownerOf = (path: string) => homes.find((home) => isOf(home.slice(1), path))
  const hasHome = homes.includes(`/${edition}`)
  return navigation.flatMap((entry) => {
    if (entry.content?.length) {
      const content = navigationOf(settings, edition, entry.content)
      return content.length > 0 ? [{ ...entry, content }] : []
    }
    const owner = ownerOf(entry.link)
    const isOthers = owner !== undefined && owner !== `/${edition}` && (hasHome || entry.link === owner)
    return isOthers ? [] : [entry]
  })
}

/** The first group's items, then the 2nd and 3rd top entries. */
const flat = (navigation: readonly NavEntry[]): NavEntry[] =>
  navigation.slice(0, 3).flatMap((entry, index) => {
    if (!entry.content?.length) return [entry]
    return index === 0 ? entry.content : []
  })

function entries(navigation: readonly NavEntry[], language: Language, path: string, listed: string): Item[] {
  const leadsTo = (entry: NavEntry, to: string) => to !== '' && entry.link === to
  return navigation.map((entry, index) => {
    const item: Item = {
      variants: ['link'],
      fields: {
        name: nameOf(entry, language),
        text: (language === 'es' ? entry.textSP : entry.textEN) ?? '',
        link: entry.link,
        index: String(index),
      },
    }
    if (entry.content?.length) {
      const isCurrent = entry.content.some((inner) => leadsTo(inner, path) || leadsTo(inner, listed))
      return {
        ...item,
        variants: isCurrent ? ['group-current', 'group'] : ['group'],
        content: entries(entry.content, language, path, listed),
      }
    }
    if (leadsTo(entry, path)) item.variants.unshift('current')
    else if (leadsTo(entry, listed)) item.variants.unshift('within')
    else if (entry.link.startsWith('https')) item.variants.unshift('external')
    return item
  })
}
