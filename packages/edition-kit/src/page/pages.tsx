import { type RootComponent, useRoot } from '../mount/root'
import type { NotFoundPage, Page } from './define-page'
import { inMenuOrder } from './menu'

let known: readonly (Page | NotFoundPage)[] = []

/** The pages of the app as the menu reads, and after them those that it does not have: for a page that lists others. */
export const usePages = (): readonly Page[] => inMenuOrder(known.filter((page) => page.path !== null))

/** The root `main`: the page of the route, or the one for every path that no edition knows. */
export function mainOf(pages: readonly (Page | NotFoundPage)[]): RootComponent {
  known = pages
  // biome-ignore lint/correctness/noComponentHookFactories: called once for an app, where its modules are collected.
  return function Main() {
    const { route } = useRoot().page
    const page = pages.find(({ path }) => path === route)
    return page && <page.Main key={route} />
  }
}
