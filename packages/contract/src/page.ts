import type { Language, Look } from './language'
import type { DataNeed } from './release'
import type { Reporting } from './report'

/** `#fh-page` of a page, and the answer of `/_page`. */
export interface PageInfo {
  /** The request's path, without query. */
  path: string
  /** The matching route of the release, which may be a pattern; null when the path is unknown. */
  route: string | null
  /** 200 or 404; 503 when the edition has no usable release. */
  status: number
  language: Language
  /** Edition whose release owns the main fragment. */
  edition: string
  /** Null in a `/_page` answer for an unknown path or a page of the shell's but its home: the previous ones stay (specification, section 2). */
  header: Look | null
  footer: Look | null
  title: string
  description: string
  /** Host, shell and every edition of this page's lineup. */
  lineup: Record<string, LineupEntry>
  /** The lineup with the gateway's signature: what `/_page` is asked with for more pages of it. */
  signedLineup: string
  /** Addresses of the style sheets that it needs besides those of its lineup: of the floors of other releases. */
  styles?: string[]
  /** The gateway's clock when the page was composed, epoch milliseconds. */
  time: number
  /** `/_page` only: what stands in `<main>`, as the gateway composes it for a page. */
  main?: string
  /** `/_page` only: what stands in the footer; absent where the previous one stays. */
  footerMarkup?: string
  /** `/_page` only: what stands in the head and says what the page is, but for its title. */
  head?: string
  /** `/_page` only (a page has it in `#fh-snapshot`). */
  snapshot?: Snapshot
  /** Which views report; absent where none do. */
  reports?: Reporting
  /** True on the development server: the host may load scripts that the import map does not list. */
  dev?: boolean
}

export interface LineupEntry {
  /** 20 hex digits. */
  release: string
  /** `/_r/<edition>/`. */
  base: string
  /** Address of the container's entry, or of the host's script. */
  entry: string
  /** Exposed module; the host has none. */
  mount?: string
  /** Addresses of the style sheets. */
  styles: string[]
}

/** `#fh-snapshot`: the data put into the page, by need. A need that could not be read in time is absent. */
export type Snapshot = Partial<Record<Exclude<DataNeed, 'PostsMedium' | 'medianHistory'>, TableRows>> & {
  /** The newest 20 posts of the blog, and the one that the page is about; `content` and `description` are empty but for that. */
  PostsMedium?: FeedAnswer
}

/** The node's envelope as `/api/v1/rows/...` answers it. Integers above 0xffffffff are strings. */
export interface TableRows<Row = Record<string, unknown>> {
  rows: Row[]
  more: boolean
  next_key: string
  /** Of drops: the sales that ops have paused, by edition; absent while none is. */
  paused?: Record<string, PausedSale>
}

/** What visitors are told of a paused sale: plain text, at most 300 characters in each language. */
export interface PausedSale {
  en: string
  es: string
  /** RFC 3339 in UTC. */
  since: string
}

/** The feed-to-JSON shape as `/api/v1/feed` answers it (specification, section 7), newest post first. */
export interface FeedAnswer {
  status: 'ok'
  feed: { url: string; title: string; link: string; author: string; description: string; image: string }
  items: FeedItem[]
}

/** One post. Of its texts, `description` and `content` are HTML that the gateway has made safe; all others are text. */
export interface FeedItem {
  title: string
  /** `YYYY-MM-DD HH:MM:SS` in UTC; empty for none. */
  pubDate: string
  link: string
  guid: string
  author: string
  /** Address of the picture; empty for none. */
  thumbnail: string
  description: string
  content: string
  enclosure: { link?: string; type?: string; length?: number }
  categories: string[]
  /** What its address on this site ends with: small letters, digits and hyphens. */
  slug?: string
  /** How the post begins, as text. */
  excerpt?: string
  /** Whole minutes. */
  readingTime?: number
}
