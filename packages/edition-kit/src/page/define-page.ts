import type { DataNeed, ItemList, Language, Look } from '@fieldhouse/contract'
import type { ComponentType } from 'react'

/** A text in each language. */
export type ByLanguage = Readonly<Record<Language, string>>

/** A group of the menu: its entries name the same one. */
export interface MenuGroup {
  name: ByLanguage
  /** Where it stands among the menu's top entries, the least first. */
  place: number
}

/** A page's entry in the site's menu, which the operator's settings can replace as a whole. */
export interface MenuEntry {
  name: ByLanguage
  /** What is there, in a few words, which stand below the name in an open group. */
  text?: ByLanguage
  /** Where it stands among its neighbours, the least first. */
  place: number
  group?: MenuGroup
}

/** A page of an app: `src/pages/<name>/page.tsx` exports `page = definePage({ ... })`, and nothing else knows of it. */
export interface Page {
  /**
   * Absolute path without a trailing slash, such as `/<edition>/faq`; the shell's home is `/`. A segment such as `:slug` is a
   * parameter of `item`.
   */
  path: string
  /**
   * The list whose items have pages of their own at this path; its need, if it has one, is among `data`. Title, description and
   * what stands in `<main>` then hold marks of the item's fields (`itemMarks`), which the gateway fills.
   */
  item?: ItemList
  /** Header and colours. */
  look: Look
  /** @default the look */
  footer?: Look
  /** What the gateway puts into the page's snapshot. @default [] */
  data?: readonly DataNeed[]
  menu?: MenuEntry
  /** Its address names one card, as `?asset=<id>`, or an account: what a shared link shows is that card, or that wall. */
  shows?: 'card' | 'wall'
  /** What it shows is its visitor's own, so nobody is to find it: search engines leave it out, and the sitemap has it not. */
  noindex?: true
  /** What the page is called. The document's title has the product's name behind it, unless that stands in it already. */
  title: ByLanguage
  description: ByLanguage
  /** What stands in `<main>`. */
  Main: ComponentType
}

/** The shell's page of every path that no edition knows. */
export interface NotFoundPage extends Pick<Page, 'title' | 'Main'> {
  path: null
}

export const definePage = <Defined extends Page | NotFoundPage>(page: Defined): Defined => page

const PRODUCT = '@setting/product@'

/** The document's title. */
export const titleOf = ({ title }: Pick<Page, 'title'>, language: Language): string =>
  title[language].includes(PRODUCT) ? title[language] : `${title[language]} · ${PRODUCT}`

/** A mark of the gateway's, with what sets it apart from the words beside it. */
const MARK = /(?:\s·\s)?@[^@\s]+@[:,]?\s*/g

/** A page's title as far as it is known at build; that of an item's page whose title is the item's alone is its list's. */
export function pictureTitle(page: Page, pages: readonly Page[], language: Language): string {
  const known = page.title[language].replace(MARK, '').trim()
  if (known) return known
  const list = pages.find(({ path }) => path === page.path.slice(0, page.path.lastIndexOf('/')))
  return list?.title[language].replace(MARK, '').trim() || page.path
}
