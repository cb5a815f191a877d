import type { PageInfo } from './page'
import type { SiteSettings } from './settings'

/** The roots of a page. Each is its own React root with its own `identifierPrefix`. */
export type RootName = 'header' | 'main' | 'footer'

/** What the module exposed as `./mount` exports under the name `mount`. */
export interface Mount {
  (element: HTMLElement, props: MountProps): Mounted
  /** The roots the remote has: the host mounts no other. */
  readonly roots: readonly RootName[]
}

export interface MountProps {
  root: RootName
  /** Unique to the root, the same as in the prerendered markup. */
  identifierPrefix: string
  /** True when the element holds this root's prerendered fragment. */
  hydrate: boolean
  page: PageInfo
  settings: SiteSettings
  /** `/_r/<edition>/`; in a prerendered fragment `@release/`. */
  base: string
  /** Goes to an in-app address without a reload, or loads it when it must. */
  navigate: (href: string) => void
  /** Sends a report to `/_report`. */
  report: (report: Report) => void
  /** Called once, after the root's first commit. */
  onReady: () => void
}

export interface Mounted {
  /** Shows another page in the same root. */
  update: (page: PageInfo) => void
  unmount: () => void
}

/** The body of a POST to `/_report`. At most 8 KiB as JSON. */
export interface Report {
  kind: 'recoverable' | 'uncaught' | 'remote' | 'integrity'
  message: string
  edition: string
  release: string
  path: string
  stack?: string
}
