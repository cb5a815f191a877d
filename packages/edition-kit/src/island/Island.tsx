import type { Json, When } from '@fieldhouse/contract'
import { type ComponentType, createContext, useContext } from 'react'

/** An island as the page that is being written has it. */
export interface Placed {
  name: string
  Component: ComponentType<object>
  when: When
  props: Json
  /** Of `useId` inside. */
  prefix: string
}

/** The islands of the page that is being written: null where none can stand. */
export const IslandsContext = createContext<{
  find: (of: ComponentType<never> | string) => { name: string; Component: ComponentType<never> }
  placed: Placed[]
} | null>(null)

export interface IslandProps<Props extends Json> {
  /**
   * The component: what the file of its name in `islands` exports, in `src` or in the page's folder. A package's page has the
   * app's by its name: `Sale` is `src/islands/Sale.tsx`.
   */
  of: ComponentType<Props & object> | string
  when: When
  /** They stand in the page. */
  props: Props
  /** It shows nothing itself, and has no place in the layout. */
  hidden?: boolean
}

/** Where an island's markup goes in the markup of its page, which is written first. */
export const placeOf = (index: number): string => `@island/${index}@`

/**
 * What is operated in a page: a React root of its own, which stands in the page as markup until its code is loaded. All else
 * of a page is never script. An island stands in no other island; the same user, data and languages are everywhere.
 */
export function Island<Props extends Json>({ of, when, props, hidden }: IslandProps<Props>) {
  const islands = useContext(IslandsContext)
  if (!islands) throw new Error('placing an island: it stands in a page, and in no other island')
  if (hidden && when === 'sight') throw new Error('placing an island: what is hidden is never seen: load it when idle')
  const index = islands.placed.length
  const prefix = `i${index}-`
  const { name, Component } = islands.find(of as ComponentType<never> | string)
  islands.placed.push({ name, Component: Component as ComponentType<object>, when, props, prefix })
  return (
    <div hidden={hidden} data-island={name} data-when={when} data-prefix={prefix} data-props={JSON.stringify(props)}>
      {placeOf(index)}
    </div>
  )
}
