/** A word of a text, and where it stands in it. */
export interface Word {
  /** Lower case, without accents. */
  folded: string
  from: number
  to: number
}

/** The words of a text in any language: letters and digits in a row. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    folded: word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, ''),
    from: index,
    to: index + word.length,
  }))

/** A typed word this long may be wrong in one letter. */
const LONG_ENOUGH = 4

/** Whether a word begins as typed, or as typed but for one letter that is another, missing, too many, or changed places with its neighbour. */
export function isClose(word: string, typed: string): boolean {
  if (word.startsWith(typed)) return true
  if (typed.length < LONG_ENOUGH) return false
  const at = [...typed].findIndex((letter, index) => letter !== word[index])
  const rest = typed.slice(at + 1)
  return (
    word.slice(at + 1).startsWith(rest) ||
    word.slice(at).startsWith(rest) ||
    word.slice(at + 1).startsWith(typed.slice(at)) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.slice(at + 2).startsWith(typed.slice(at + 2)))
  )
}

/** What was typed, as words. Single letters say nothing beside longer words. */
export function typedWords(query: string): string[] {
  const words = wordsOf(query).map(({ folded }) => folded)
  const long = words.filter((word) => word.length > 1)
  return long.length > 0 ? long : words
}

/** Whether a text has each of the typed words, or one close to it. */
export const says = (text: readonly Word[], typed: readonly string[]): boolean =>
  typed.every((word) => text.some(({ folded }) => isClose(folded, word)))
