import type { PageInfo } from './page'
import type { Report } from './report'
import type { SiteSettings } from './settings'

/** The roots beside main: each its own React root with its own `identifierPrefix`, as each island of main is. The footer is markup. */
export type RootName = 'header'

/** What the module exposed as `./mount` exports under the name `mount`. */
export interface Mount extends MountRoot {
  /** The roots the remote has: the host mounts no other. */
  readonly roots: readonly RootName[]
  /** Loads the code of an island, by the name that its element has in `data-island`. */
  readonly island: (name: string) => Promise<MountRoot>
}

/** Makes a React root of a root or of an island. */
export type MountRoot = (element: HTMLElement, props: MountProps) => Mounted

export interface MountProps {
  /** The root, or the island's name. */
  root: string
  /** Unique in the page, the same as in the prerendered markup. */
  identifierPrefix: string
  /** True when the element holds this root's prerendered fragment. */
  hydrate: boolean
  page: PageInfo
  settings: SiteSettings
  /** `/_r/<edition>/`; in a prerendered fragment `@release/`. */
  base: string
  /** An island's props, as its element has them. */
  props?: Json
  /** Goes to an in-app address without a reload, or loads it when it must. */
  navigate: (href: string) => void
  /** Sends a report to `/_report`. */
  report: (report: Report) => void
  /** Called once, after the root's first commit. */
  onReady: () => void
}

/** What an island can be given: it stands in the page. Integers above 2^53 are strings. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** When an island's code is loaded: once it can be seen, once the page is idle, or once a pointer or the focus comes near. */
export type When = 'sight' | 'idle' | 'intent'

export interface Mounted {
  /** Shows another page in the same root. */
  update: (page: PageInfo) => void
  unmount: () => void
}
