import { Fragment, type ReactNode, useState } from 'react'
import { useHydrated } from './hooks'
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
  name:
    | 'posts'
    | 'posts.earlier'
    | 'posts.latest'
    | 'posts.neighbours'
    | 'posts.pack'
    | 'drops.open'
    | 'median.history'
    | 'floor'
    | 'floors'
    | 'floors.count'
    | 'floors.lift',
): string => `@list/${name}@`

/**
 * The fields of an item as marks, to render a partial with the component that renders the live item:
 * `itemMarks('name', 'link')` is `{ name: '@item/name@', link: '@item/link@' }`.
 */
export function itemMarks<Field extends string>(...fields: Field[]): Record<Field, string> {
  return Object.fromEntries(fields.map((field) => [field, `@item/${field}@`])) as Record<Field, string>
}

const EMPTY = { __html: '' }

export interface SlotProps {
  /** A slot the gateway knows, such as `drops`. */
  name: string
  /**
   * False keeps what the gateway put inside until the live form has its data.
   *
   * @default true
   */
  ready?: boolean
  className?: string | undefined
  /** The live form: of the same size as what the gateway puts inside. */
  children: ReactNode
}

/**
 * A place whose inside the gateway fills and React leaves alone while hydrating; afterwards the live form stands there.
 *
 * Only a root that hydrates ever renders `dangerouslySetInnerHTML`: there React compares and does not assign. In a root
 * that the client renders it would assign a string to `innerHTML`, which Trusted Types refuse, and the root would die;
 * so the live form stands there from the start, skeletons included.
 */
export function Slot({ name, ready = true, className, children }: SlotProps): ReactNode {
  const hydrated = useHydrated()
  const [slotted, setSlotted] = useState(!hydrated)
  if (slotted && hydrated && ready) setSlotted(false)
  // The keys keep React from turning the slot's element into the live form's: the slot is removed as one node.
  if (!slotted) return <Fragment key="live">{children}</Fragment>
  return (
    <div
      key="slot"
      data-slot={name}
      className={className}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and never assigned: see above.
      dangerouslySetInnerHTML={EMPTY}
    />
  )
}
