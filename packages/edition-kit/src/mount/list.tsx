import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { useRoot } from './root'

export interface ListProps<Item> {
  /** A list the gateway knows, such as `navigation` (docs/edition-contract.md, "Lists the gateway knows"). */
  name: string
  /** The items in the browser; not read while prerendering. */
  items: readonly Item[]
  /**
   * One item. Must give the markup of the partial that the gateway chooses for the item, from the same component.
   * `useId` must not be used inside: the partial is written once, outside this root.
   */
  render: (item: Item, index: number) => ReactNode
  /** The item's React key; its index by default. */
  itemKey?: (item: Item, index: number) => string | number
}

/** A list of the settings: the mark `@list/<name>@` while prerendering, which the gateway fills, and the items in the browser. */
export function List<Item>({ name, items, render, itemKey }: ListProps<Item>): ReactNode {
  const { prerendering } = useRoot()
  if (prerendering) return `@list/${name}@`
  return items.map((item, index) => <Fragment key={itemKey?.(item, index) ?? index}>{render(item, index)}</Fragment>)
}

/** A list in a page, which is never script: the gateway fills it. Its partials are in `src/partials.tsx`. */
export const listMark = (
  name: 'posts' | 'posts.earlier' | 'posts.latest' | 'posts.neighbours' | 'drops.open' | 'median.history',
): string => `@list/${name}@`

/**
 * The fields of an item as marks, to render a partial with the component that renders the live item:
 * `itemMarks('name', 'link')` is `{ name: '@item/name@', link: '@item/link@' }`.
 */
export function itemMarks<Field extends string>(...fields: Field[]): Record<Field, string> {
  return Object.fromEntries(fields.map((field) => [field, `@item/${field}@`])) as Record<Field, string>
}
