import type { Language } from '@fieldhouse/contract'
import type { ComponentType, ReactElement } from 'react'
import type { Frame } from '../mount/root'
import type { CardPictures } from './card-pictures'
import type { NotFoundPage, Page } from './define-page'
import { inMenuOrder } from './menu'
import { overlap, patternProblem } from './pattern'

/** Markup of one list item, from marks: `() => <Item {...itemMarks('name', 'link')} />`. It stands in a root, so `useRoot` works. */
export type Partial = () => ReactElement

/** By list and variant (docs/edition-contract.md, "Lists the gateway knows"). */
export type Partials = Record<string, Record<string, Partial>>

/** What a page's picture is drawn of. */
export interface PictureProps {
  page: Page
  /** The page's title without what only the gateway knows, such as the product's name or an item's. */
  title: string
  /** Of a drop's page, which packs it is drawn for: the tier that is guaranteed, `1` to `5`, and the print, `0` to `3`. */
  pack?: { least: string; print: string } | undefined
}

/** What pages of other releases show of an edition (docs/edition-contract.md, "Editions and looks"). */
export interface AppStorey {
  /** Its floor on the front page, the one of this number from the ground up. Markup, never script. */
  Floor: ComponentType<{ number: string }>
  /** Its painted floor alone. */
  Painted: ComponentType
  /** What the sport is called inside of a sentence, and what it is played on. */
  sport: Readonly<Record<Language, string>>
  ground: Readonly<Record<Language, string>>
}

/** An app as its modules define it. */
export interface App {
  edition: string
  /** As the menu reads, and after them those that it does not have. */
  pages: readonly Page[]
  /** The shell's: around every page, and in the place of those that nobody has. */
  frame?: Frame
  notFound?: NotFoundPage
  /** Draws what a shared link shows of a page: an SVG of 1200 by 630. */
  Picture?: ComponentType<PictureProps>
  cardPictures?: CardPictures
  /** An edition's. */
  storey?: AppStorey
  partials: Partials
  /** The names of its islands, by their components. */
  islands: ReadonlyMap<ComponentType<never>, string>
}

/** An island: its file's path is its name. */
const ISLAND = /^(?:src|\.)\/((?:pages\/[^/]+\/)?islands\/([A-Z]\w*))\.tsx$/

/** A file that exports one thing at least, by its name. */
const NAMED = /^(?:src|\.)\/(edition|frame|partials|picture)\.tsx?$/
const EXPORTS: Record<string, keyof Modules> = {
  edition: 'pages',
  frame: 'frame',
  partials: 'partials',
  picture: 'Picture',
}

interface Modules {
  page?: Page | NotFoundPage
  pages?: readonly Page[]
  frame?: Frame
  partials?: Partials
  Picture?: ComponentType<PictureProps>
  cardPictures?: CardPictures
  storey?: AppStorey
}

/**
 * An app out of its modules: `src/pages/<name>/page.tsx`, `src/partials.tsx`, `src/picture.tsx`, the shell's `src/frame.ts`, and
 * `src/edition.tsx`, which exports what an edition has like all others. The build finds them by their names, so a page is
 * there by being written, and takes the place of the edition's standard one at its path.
 *
 * @param modules what each exports, by its file
 * @throws Error naming the file that does not fit
 */
export function collectApp(edition: string, modules: Record<string, unknown>): App {
  const pages = new Map<string, [file: string, page: Page]>()
  const islands = new Map<ComponentType<never>, string>()
  const app: Omit<App, 'pages'> = { edition, partials: {}, islands }
  const add = (file: string, page: Page) => {
    const problem = patternProblem(page)
    if (problem) throw new Error(`${file}: ${problem}`)
    for (const [path, [other]] of pages) {
      if (path === page.path) throw new Error(`${file}: the path ${path} is that of ${other}`)
      if (overlap(path, page.path))
        throw new Error(
          `${file}: the pattern ${page.path} matches paths of ${path} (${other}), and neither is more specific`,
        )
    }
    pages.set(page.path, [file, page])
  }
  const standard: [file: string, shared: Modules][] = []
  for (const [file, exported] of Object.entries(modules) as [string, Modules][]) {
    const { page, frame, partials, Picture } = exported
    const [, name, component] = ISLAND.exec(file) ?? []
    const wanted = EXPORTS[NAMED.exec(file)?.[1] ?? '']
    if (name && component) {
      const Component = (exported as Record<string, ComponentType<never> | undefined>)[component]
      if (!Component) throw new Error(`${file}: it exports no ${component}, which its name says is an island`)
      islands.set(Component, name)
    } else if (wanted && !exported[wanted])
      throw new Error(`${file}: it exports no ${wanted}, which a file of its name is for`)
    else if (exported.pages) standard.push([file, exported])
    else if (frame) app.frame = frame
    else if (partials) app.partials = partials
    else if (Picture) app.Picture = Picture
    else if (!page) throw new Error(`${file}: it exports no page; write export const page = definePage({ ... })`)
    else if (page.path === null) app.notFound = page
    else add(file, page)
  }
  for (const [file, shared] of standard) {
    for (const page of shared.pages ?? []) if (!pages.has(page.path)) add(file, page)
    app.partials = { ...shared.partials, ...app.partials }
    if (shared.Picture) app.Picture ??= shared.Picture
    if (shared.cardPictures) app.cardPictures = shared.cardPictures
    if (shared.storey) app.storey = shared.storey
  }
  const home = `/${edition}`
  for (const [path, [file]] of pages) {
    const isOwn = app.frame || path === home || path.startsWith(`${home}/`)
    if (!isOwn)
      throw new Error(`${file}: the path ${path} is not one of ${edition}, which has ${home} and what is below it`)
  }
  const ordered = inMenuOrder([...pages.values()].map(([, page]) => page))
  return { ...app, pages: ordered }
}
