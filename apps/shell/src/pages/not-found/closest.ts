import type { NavEntry, SiteSettings } from '@fieldhouse/contract'

/** How many pages are suggested. */
const SUGGESTED = 2

/** What pairs of letters two words have in common: 1 for the same word, 0 for none. */
function likeness(left: string, right: string): number {
  const pairsOf = (word: string) => {
    const letters = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    return Array.from({ length: Math.max(letters.length - 1, 0) }, (_, index) => letters.slice(index, index + 2))
  }
  const pairs = pairsOf(left)
  const others = pairsOf(right)
  const all = pairs.length + others.length
  const common = pairs.filter((pair) => {
    const index = others.indexOf(pair)
    if (index < 0) return false
    others.splice(index, 1)
    return true
  })
  return all === 0 ? 0 : (2 * common.length) / all
}

/** The most of a path that is compared, characters: it may be as long as a request's line. */
const MOST = 100

/**
 * The pages of the menu that a path may have meant: those whose address or name is most like it, of the edition that it names
 * before those of another.
 */
export function closest(
  path: string,
  { navigation, editions }: Pick<SiteSettings, 'navigation' | 'editions'>,
): NavEntry[] {
  const [first = '', ...rest] = path.slice(0, MOST).split('/').filter(Boolean)
  // A post that is gone is near its blog.
  const parts = rest.length > 0 ? rest : [first]
  const score = ({ link, nameEN, NameSP }: NavEntry) => {
    const [edition = '', ...inner] = link.split('/').filter(Boolean)
    const words = [inner.at(-1) ?? edition, nameEN, NameSP]
    const most = Math.max(...words.flatMap((word) => parts.map((part) => likeness(part, word))))
    return most + (rest.length > 0 ? likeness(first, edition) : 0)
  }
  const entries = [...navigation.flatMap((entry) => entry.content ?? [entry]), ...editions]
  const pages = new Map(entries.filter(({ link }) => link.startsWith('/')).map((entry) => [entry.link, entry]))
  return (
    [...pages.values()]
      .map((entry) => ({ entry, score: score(entry) }))
      .toSorted((left, right) => right.score - left.score)
      .map(({ entry }) => entry)
      // Editions call their pages alike: two of one name would be no choice.
      .filter(({ nameEN }, index, all) => all.findIndex((other) => other.nameEN === nameEN) === index)
      .slice(0, SUGGESTED)
  )
}
