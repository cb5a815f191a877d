import type {
  FeedAnswer,
  Language,
  LineupEntry,
  ReleaseManifest,
  ReleaseRoute,
  SiteSettings,
  Snapshot,
} from '@fieldhouse/contract'
import type { MadeRelease } from '../release/write.ts'
import { type Drop, dropItem, dropItems, dropsOf, medianOf, openDrops } from './drops.ts'
import { type Filling, fill, fillText } from './fill.ts'
import { historyItems, type MedianHistory } from './history.ts'
import { nameOf, settingLists } from './lists.ts'
import { article, neighbours, type Post, postFields, postLists, postsOf } from './posts.ts'

/** Of how many builds the files are kept: an open page may be one build behind, or some. */
const KEPT_BUILDS = 10

/** How long a title and a description of an item are at most, in characters. */
const LONGEST = { title: 200, description: 300 }

/** What a release says of a page, and what stands in it. */
export interface LocalPage {
  route: ReleaseRoute
  title: string
  description: string
  main: string
}

/** What a page of the gateway has that a local one is filled from. */
export interface PageData {
  settings: SiteSettings
  snapshot: Snapshot
  /** All posts: the snapshot has the newest and the page's own. */
  feed?: FeedAnswer | undefined
  /** What the price was; no snapshot has it. */
  history?: MedianHistory | undefined
  language: Language
  /** The gateway's clock, epoch milliseconds. */
  time: number
}

/** A route of the release, and which item its page is about. */
export interface Place {
  route: ReleaseRoute
  path: string
  /** By parameter; none for a fixed path. */
  parameters: Record<string, string>
}

/** The lineup entry of a release. */
export function lineupEntry(manifest: ReleaseManifest, release: string): LineupEntry {
  const base = `/_r/${manifest.edition}/`
  return {
    release,
    base,
    entry: base + manifest.entry,
    mount: manifest.mount,
    styles: manifest.styles.map((path) => base + path),
  }
}

/** The newest local release of an edition, and the files of those before it. */
export class LocalEdition {
  readonly edition: string
  #newest: { manifest: ReleaseManifest; files: Map<string, Buffer>; entry: LineupEntry } | undefined
  #builds: Map<string, Buffer>[] = []

  constructor(edition: string) {
    this.edition = edition
  }

  /** Takes a build. @returns its entry */
  take(release: MadeRelease): LineupEntry {
    const manifest = release.manifest as ReleaseManifest
    const files = new Map(manifest.files.map(({ path }) => [path, release.files.get(path) as Buffer]))
    this.#builds = [files, ...this.#builds].slice(0, KEPT_BUILDS)
    this.#newest = { manifest, files, entry: lineupEntry(manifest, release.name) }
    return this.#newest.entry
  }

  get isBuilt(): boolean {
    return this.#newest !== undefined
  }

  get entry(): LineupEntry {
    return this.#release.entry
  }

  get fonts(): string[] {
    return this.#release.manifest.fonts.map((path) => this.entry.base + path)
  }

  /** A file of a build, by its name. */
  file(name: string): Buffer | undefined {
    return this.#builds.find((files) => files.has(name))?.get(name)
  }

  /** The route that a path has by its form: whether it has a page the data says, where it is of an item. */
  find(path: string): Place | null {
    const { routes } = this.#release.manifest
    const fixed = routes.find((route) => !route.item && route.path === path)
    if (fixed) return { route: fixed, path, parameters: {} }
    const patterns = routes.filter(({ item }) => item)
    // The more specific one has fewer parameters.
    patterns.sort((a, b) => a.path.split('/:').length - b.path.split('/:').length)
    for (const route of patterns) {
      const parameters = match(route.path, path)
      if (parameters) return { route, path, parameters }
    }
    return null
  }

  /**
   * Composes a page as the gateway does; null where the data does not have its item.
   *
   * @throws Error naming a mark that the gateway does not fill
   */
  compose({ route, path, parameters }: Place, data: PageData): LocalPage | null {
    const { manifest, files, entry } = this.#release
    const { settings, snapshot, language, time } = data
    const subject = subjectOf(route, parameters, this.edition, data)
    if (route.item && !subject) return null
    const drops = snapshot.rowDrops && dropsOf(snapshot.rowDrops)
    const posts = allPosts(data)
    const markup = files.get(route.fragment[language])?.toString() ?? ''
    const listing = {
      median: medianOf(snapshot.medianPrice),
      language,
      now: BigInt(Math.floor(time / 1000)),
      paused: snapshot.rowDrops?.paused,
      texts: settings.dropTexts,
    }
    const unread = [{ variants: ['unread'], fields: {} }]
    const listed = route.item ? (route.path.split('/:')[0] ?? '') : ''
    const filling: Filling = {
      base: entry.base,
      language,
      settings,
      partials: manifest.partials,
      lists: {
        ...settingLists(settings, language, this.edition, path, listed),
        // Without its rows the slot stays empty and the skeletons show.
        drops: drops ? dropItems(drops.filter(isOfEdition(this.edition)), listing) : [],
        'drops.open': drops
          ? openDrops(drops.filter(isOfSite(settings)), listing, this.#named(settings, language))
          : unread,
        ...(posts
          ? postLists(posts, language, markup.includes('@list/posts.earlier@'))
          : { posts: unread, 'posts.earlier': [], 'posts.latest': unread }),
        'median.history': historyItems(data.history, language),
      },
    }
    if (subject?.drop) {
      const item = dropItem(subject.drop, listing, 0, false)
      filling.fields = item.fields
      filling.lists.drop = [item]
    } else if (subject?.post && posts) {
      const index = posts.findIndex(({ slug }) => slug === subject.post?.slug)
      filling.fields = postFields(subject.post, index, language)
      filling.content = article(subject.post)
      filling.lists['posts.neighbours'] = neighbours(posts, index, language)
    }
    const head = (of: 'title' | 'description') => {
      const text = fillText(route[of][language], settings, filling.fields)
      return route.item ? clipped(text.trim(), LONGEST[of]) : text
    }
    try {
      return { route, title: head('title'), description: head('description'), main: fill(markup, filling) }
    } catch (error) {
      throw new Error(`composing ${route.path} from ${route.fragment[language]}: ${(error as Error).message}`)
    }
  }

  /** What a drop's edition is called, and where it is bought: of another edition's pages only the home is known here. */
  #named(settings: SiteSettings, language: Language) {
    return ({ edition, id }: Drop) => {
      const entry = settings.editions.find(({ link }) => link === `/${edition}`)
      const route = edition === this.edition && this.#release.manifest.routes.find(({ item }) => item === 'drops')
      return {
        edition: entry ? nameOf(entry, language) : edition,
        page: route ? route.path.replace(':id', String(id)) : `/${edition}`,
      }
    }
  }

  get #release() {
    if (!this.#newest) throw new Error(`${this.edition} is not built yet`)
    return this.#newest
  }
}

const isOfEdition =
  (name: string) =>
  ({ edition }: Drop) =>
    edition === name

const isOfSite =
  ({ editions }: SiteSettings) =>
  ({ edition }: Drop) =>
    editions.some(({ link }) => link === `/${edition}`)

function allPosts({ feed, snapshot }: PageData): Post[] | undefined {
  const answer = feed ?? snapshot.PostsMedium
  return answer && postsOf(answer)
}

/** What the page of an item is about, by the data; undefined where it is not among them. */
function subjectOf(
  { item, path }: ReleaseRoute,
  parameters: Record<string, string>,
  edition: string,
  data: PageData,
): { drop?: Drop; post?: Post } | undefined {
  const { snapshot, language } = data
  if (item === 'drops') {
    const drop = snapshot.rowDrops && dropsOf(snapshot.rowDrops).find(({ id }) => String(id) === parameters.id)
    return drop && drop.edition === edition && !drop.isHidden ? { drop } : undefined
  }
  const posts = (item === 'posts' && allPosts(data)) || []
  const index = posts.findIndex(({ slug }) => slug === parameters.slug)
  const post = posts[index]
  if (!post) return undefined
  // An item has one address.
  const { year = '' } = postFields(post, index, language)
  return !path.includes('/:year') || parameters.year === year ? { post } : undefined
}

/** The parameters of a path of a pattern. */
function match(pattern: string, path: string): Record<string, string> | null {
  const [wanted, found] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== found.length) return null
  const parameters: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = found[index] ?? ''
    if (segment.startsWith(':') && value !== '') parameters[segment.slice(1)] = value
    else if (segment !== value) return null
  }
  return parameters
}

function clipped(text: string, longest: number): string {
  const letters = [...text]
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join('')}…`
}
