import type { Language, Look } from './language'
import type { DataNeed } from './release'

/** `#fh-page` of a page, and the answer of `/_page`. */
export interface PageInfo {
  /** The request's path, without query. */
  path: string
  /** The matching route of the release, or null when the path is unknown. */
  route: string | null
  /** 200 or 404; 503 when the edition has no usable release. */
  status: number
  language: Language
  /** Edition whose release owns the main fragment. */
  edition: string
  /** Null in a `/_page` answer for an unknown path: the previous ones stay (specification, section 2). */
  header: Look | null
  footer: Look | null
  title: string
  description: string
  /** Every edition of this page's lineup. */
  lineup: Record<string, LineupEntry>
  /** The gateway's clock when the page was composed, epoch milliseconds. */
  time: number
  /** `/_page` only (a page has it in `#fh-snapshot`). */
  snapshot?: Snapshot
  /** True on the development server: the host may load scripts that the import map does not list. */
  dev?: boolean
}

export interface LineupEntry {
  /** 20 hex digits. */
  release: string
  /** `/_r/<edition>/<release>/`. */
  base: string
  /** Address of the container's entry. */
  entry: string
  /** Exposed module. */
  mount: string
  /** Addresses of the style sheets. */
  styles: string[]
}

/** `#fh-snapshot`: the data put into the page, by need. A need that could not be read in time is absent. */
export type Snapshot = Partial<Record<DataNeed, TableRows>>

/** The node's envelope as `/api/v1/rows/...` answers it. Integers above 0xffffffff are strings. */
export interface TableRows<Row = Record<string, unknown>> {
  rows: Row[]
  more: boolean
  next_key: string
}
