import type { ReactElement } from 'react'
import type { Frame, RootComponent } from '../mount/root'
import type { NotFoundPage, Page } from './define-page'
import { inMenuOrder } from './menu'
import { mainOf } from './pages'

/** Markup of one list item, from marks: `() => <Item {...itemMarks('name', 'link')} />`. It stands in a root, so `useRoot` works. */
export type Partial = () => ReactElement

/** By list and variant (docs/edition-contract.md, "Lists the gateway knows"). */
export type Partials = Record<string, Record<string, Partial>>

/** An app as its modules define it. */
export interface App {
  edition: string
  /** As the menu reads, and after them those that it does not have. */
  pages: readonly Page[]
  /** The shell's: around every page, and in the place of those that nobody has. */
  frame?: Frame
  notFound?: NotFoundPage
  partials: Partials
  main: RootComponent
}

interface Modules {
  page?: Page | NotFoundPage
  frame?: Frame
  partials?: Partials
}

/**
 * An app out of its modules: `src/pages/<name>/page.tsx`, `src/partials.tsx` and the shell's `src/frame.ts`. The build finds
 * them by their names, so a page is there by being written.
 *
 * @param modules what each exports, by its file
 * @throws Error naming the file that does not fit
 */
export function collectApp(edition: string, modules: Record<string, unknown>): App {
  const pages = new Map<string, [file: string, page: Page]>()
  const app: Pick<App, 'edition' | 'partials' | 'frame' | 'notFound'> = { edition, partials: {} }
  for (const [file, exported] of Object.entries(modules) as [string, Modules][]) {
    const { page, frame, partials } = exported
    if (frame) app.frame = frame
    else if (partials) app.partials = partials
    else if (!page) throw new Error(`${file}: it exports no page; write export const page = definePage({ ... })`)
    else if (page.path === null) app.notFound = page
    else {
      const [other] = pages.get(page.path) ?? []
      if (other) throw new Error(`${file}: the path ${page.path} is that of ${other}`)
      pages.set(page.path, [file, page])
    }
  }
  const home = `/${edition}`
  for (const [path, [file]] of pages) {
    const isOwn = app.frame || path === home || path.startsWith(`${home}/`)
    if (!isOwn)
      throw new Error(`${file}: the path ${path} is not one of ${edition}, which has ${home} and what is below it`)
  }
  const ordered = inMenuOrder([...pages.values()].map(([, page]) => page))
  return { ...app, pages: ordered, main: mainOf([...ordered, ...(app.notFound ? [app.notFound] : [])]) }
}
