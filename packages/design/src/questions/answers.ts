/** An answer of the page: its words, and the section that it belongs to. */
interface Answer {
  element: HTMLDetailsElement
  words: Word[]
  home: Element
}

/** The name of what is marked in a page's highlights. */
const FOUND = 'fh-found'

/** The answers that stand in a page, which are markup: they are shown, moved and marked where they stand. */
export class Answers {
  readonly #all: Answer[]
  readonly #rest: HTMLElement | null

  constructor(page: Element) {
    this.#rest = page.querySelector('[data-rest]')
    this.#all = [...page.querySelectorAll('details')].map((element) => ({
      element,
      words: wordsOf(element.textContent ?? ''),
      home: element.parentElement as Element,
    }))
  }

  /**
   * Shows the answers that say what was typed, in their sections; all others below them.
   *
   * @returns how many say it
   */
  show(query: string, restTitle: (count: number) => string): number {
    const typed = typedWords(query)
    const hits = this.#all.filter(({ words }) => matches(words, typed))
    const missed = this.#all.length - hits.length
    const homes = new Set(hits.map(({ home }) => home))
    for (const answer of this.#all) {
      const place = hits.includes(answer) ? answer.home : this.#rest
      place?.append(answer.element)
      ;(answer.home as HTMLElement).hidden = !homes.has(answer.home)
    }
    if (this.#rest) {
      this.#rest.hidden = missed === 0
      const title = this.#rest.querySelector('h2')
      if (title && missed > 0) title.textContent = restTitle(missed)
    }
    mark(typed.length > 0 ? hits.map(({ element }) => element) : [], typed)
    return hits.length
  }

  /** Opens the answer that a fragment names, scrolls to it, and moves focus there. */
  open(fragment: string): void {
    const answer = this.#all.find(({ element }) => element.querySelector(`:scope > [id="${CSS.escape(fragment)}"]`))
    const text = answer?.element.lastElementChild
    if (!(answer && text instanceof HTMLElement)) return
    answer.element.open = true
    text.focus({ preventScroll: true })
    text.scrollIntoView()
  }
}

/** Marks the words that were found, where browsers can without changing the document. */
function mark(elements: readonly Element[], typed: readonly string[]): void {
  if (!('highlights' in CSS)) return
  const ranges: Range[] = []
  for (const element of elements) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { folded, from, to } of wordsOf(node.nodeValue ?? '')) {
        if (!typed.some((word) => isClose(folded, word))) continue
        const range = new Range()
        range.setStart(node, from)
        range.setEnd(node, to)
        ranges.push(range)
      }
    }
  }
  if (ranges.length > 0) CSS.highlights.set(FOUND, new Highlight(...ranges))
  else CSS.highlights.delete(FOUND)
}

/** A word of a text, and where it stands in it. */
interface Word {
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
function isClose(word: string, typed: string): boolean {
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
export const matches = (text: readonly Word[], typed: readonly string[]): boolean =>
  typed.every((word) => text.some(({ folded }) => isClose(folded, word)))
