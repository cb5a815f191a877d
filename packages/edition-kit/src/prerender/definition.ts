import type { DataNeed, Language, Look } from '@fieldhouse/contract'
import type { ReactElement } from 'react'
import type { Roots } from '../mount/root'

/** A route of an app: `src/routes.ts` exports `routes: RouteDefinition[]`. */
export interface RouteDefinition {
  /** Absolute path without a trailing slash, such as `/football/faq`; the shell's home is `/`. */
  path: string
  header: Look
  footer: Look
  /** What the gateway puts into the page's snapshot. */
  data: DataNeed[]
  title: Record<Language, string>
  description: Record<Language, string>
}

/** Markup of one list item, from marks: `() => <Item {...itemMarks('name', 'link')} />`. It stands in a root, so `useRoot` works. */
export type Partial = () => ReactElement

/** What `packages/build` prerenders: `src/prerender.tsx` exports `release: PrerenderDefinition`. */
export interface PrerenderDefinition {
  edition: string
  routes: RouteDefinition[]
  roots: Roots
  /** By list and variant (docs/edition-contract.md, "Lists the gateway knows"). */
  partials: Record<string, Record<string, Partial>>
  /** The shell's: header and footer are prerendered by look and language, and `main` with route null as the not-found page. */
  frame?: true
  /** The shell's: the title of an unknown path. */
  notFound?: { title: Record<Language, string> }
}
