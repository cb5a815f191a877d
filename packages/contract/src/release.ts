import type { Language, Look } from './language'
import type { NavEntry } from './settings'

/**
 * The version of this contract, which is the package's: major and minor. A gateway takes releases of its own major version. A
 * minor one only adds: what is later than the gateway's stays empty there.
 */
export const CONTRACT_VERSION = 2
export const CONTRACT_MINOR = 11

/**
 * `release.json`: what a team ships. A path is the file's name: `<name>.<hash>.<extension>`, where the hash is the first 20
 * hex digits of the SHA-256 of its bytes. The release is a flat folder of such files. This is what each has.
 */
interface AnyManifest {
  contract: typeof CONTRACT_VERSION
  /** The minor version that it was built for. */
  minor: typeof CONTRACT_MINOR
  /** `host`, `shell`, or where its pages begin: 2 to 32 lower case letters and digits. */
  edition: string
  /** Semantic version of the app. */
  version: string
  /** The container's entry; the host's is the first script of every page, `fieldhouse/host` in the import map. */
  entry: string
  /** Style sheets, in order. */
  styles: string[]
  /** Every other file of the release, sorted by path, but for compressed forms. `release.json` and `build.json` are not listed. */
  files: ReleaseFile[]
}

/** The host's: the federation runtime, the shared libraries, and what brings a page to life. It has no pages. */
export interface HostManifest extends AnyManifest {
  /** The site's service worker, at `/_worker.js`. */
  worker?: string
  edition: 'host'
  /** The shared libraries that every container has from it. */
  provides: ProvidedLibrary[]
  /** What the host loads by a name of the page's import map, such as `fieldhouse/wallets`. */
  imports: Record<string, string>
}

/** The shell's and an edition's: a federation container, named by its edition, and pages. */
export interface ReleaseManifest extends AnyManifest {
  /** The exposed module that holds `mount`: always `./mount`. */
  mount: string
  /** Version of `@module-federation/enhanced` the container was built with. */
  federation: string
  /** Shared libraries the container takes from the host, as its build recorded them. */
  shared: SharedLibrary[]
  /** The shell's only: the site's icon, an SVG. Without one browsers are told that there is none. */
  icon?: string
  /** The shell's only: the same as pictures, for what shows no SVG. */
  icons?: ReleaseIcon[]
  /** What the gateway puts pictures of links to its cards together of (docs/edition-contract.md, "Pictures of cards"). */
  cardPictures?: string
  /** Scripts that mount a root or an island, in load order, `entry` first. The gateway preloads the shell's in every page. */
  preload: string[]
  /** Fonts worth preloading. */
  fonts: string[]
  routes: ReleaseRoute[]
  /** What its pages add to the site's menu, in order; the site's settings can say another menu. */
  navigation: NavEntry[]
  /** The shell's only: header and footer by look and language, and the not-found page's main fragment. */
  frame?: ReleaseFrame
  /** An edition's only: what pages of other releases show of it. Without it the shell has no floor and no colours of the edition. */
  storey?: ReleaseStorey
  /** Markup of one list item by list, variant and language: what the gateway repeats into a list mark or a slot. */
  partials: Record<string, Record<string, Record<Language, string>>>
}

/** `build.json`, beside `release.json`: where a release came from. It does not count for the release's name. */
export interface BuildInfo {
  /** Source revision, short; empty for unknown. */
  revision: string
  /** The sources were not as the revision has them. @default false */
  dirty?: boolean
  /** When the revision was committed, RFC 3339. */
  committedAt?: string
  /** The first line of what its commit says. */
  subject?: string
  /** RFC 3339. */
  builtAt: string
}

/** A library as the host provides it. */
export interface ProvidedLibrary {
  name: string
  version: string
}

/** A library as a container asks for it; `version` is the one it was built with. */
export interface SharedLibrary extends ProvidedLibrary {
  /** The semantic versions it runs with: `strictVersion` holds in the browser, and admission refuses a lineup without one. */
  range: string
}

export interface ReleaseRoute {
  /**
   * Absolute path without a trailing slash, such as `/<edition>/faq`; the shell's home is `/`. A segment such as `:slug` is a
   * parameter of an item: `/<edition>/blog/:slug` is a page for each post.
   */
  path: string
  /** The list whose items have the pages of a pattern: it says which of them exist, and fills them. */
  item?: ItemList
  /** Header, footer and colours. */
  header: Look
  footer: Look
  title: Record<Language, string>
  description: Record<Language, string>
  /** What a shared link shows by language: a PNG of 1200 by 630. A post's own comes before it. */
  picture?: Record<Language, string>
  /**
   * Of drops, what comes before it, by the kind of their packs: `<least>-<print>`, such as `3-0`, both as the drop's fields have
   * them.
   */
  packPictures?: Record<string, Record<Language, string>>
  /** It is the page of one card, which its address names as `?asset=<id>`, or of an account: its picture is of that. */
  shows?: 'card' | 'wall'
  /** The page is somebody's own: search engines are told to leave it out, and the sitemap has it not. */
  noindex?: true
  /** The main fragment by language. */
  fragment: Record<Language, string>
  /**
   * The rules of `styles` that its markup uses, in their order: it stands in the page, and `styles` follow after the first
   * paint. Without it the page has `styles` from the beginning.
   */
  sheet?: string
  /** Scripts of the page's islands that it will need in any case, in load order, `entry` first; none for a page of stills. */
  scripts: string[]
  /** What the gateway puts into the page's snapshot: names of the shared app data. */
  data: DataNeed[]
}

/** A square PNG of the icon. */
export interface ReleaseIcon {
  path: string
  /** Pixels on a side. */
  size: number
  /** `maskable`: the mark keeps clear of the edge, which a system may cut off in its own shape (W3C, Web Application Manifest). */
  purpose: 'any' | 'maskable'
}

export interface ReleaseFrame {
  /** By look, `default` among them, which is also that of all looks it has not; the footer has the same. */
  header: Record<Look, Record<Language, string>>
  footer: Record<Look, Record<Language, string>>
  notFound: Record<Language, string>
  notFoundTitle: Record<Language, string>
}

/** An edition's floor of the building: its colours around every page that stands in its look, and its place on the front page. */
export interface ReleaseStorey {
  /** Style sheet: its colours, and the rules that `painted` uses. */
  sheet: string
  /** The fragments of its floor on the front page, by language. */
  floor: Record<Language, string>
  /** Style sheet: the other rules that `floor` uses. */
  floorSheet: string
  /** The fragments of its painted floor alone, by language. */
  painted: Record<Language, string>
  /** What the sport is called inside of a sentence, such as `archery`. */
  sport: Record<Language, string>
  /** What it is played on, such as `an archery range`. */
  ground: Record<Language, string>
}

export interface ReleaseFile {
  path: string
  /** Subresource Integrity form: `sha384-` and base64. */
  sha384: string
  /** Bytes. */
  size: number
}

/** Data a route can ask for: names of the shared app data (specification, section 3), and `medianHistory`, which no snapshot holds. */
export type DataNeed = 'rowDrops' | 'medianPrice' | 'partnersCodes' | 'PostsMedium' | 'medianHistory'

/**
 * The lists whose items have pages: those of `rowDrops` by `:id`, those of `PostsMedium` by `:slug` (and their `:year`). Of
 * accounts there is no list: each name that one can have has a page, by `:account`.
 */
export type ItemList = 'accounts' | 'drops' | 'posts'
