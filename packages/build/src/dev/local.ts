import type { LineupEntry, ReleaseManifest, ReleaseRoute } from '@fieldhouse/contract'
import type { MadeRelease } from '../release/write.ts'
import { Composer, type PageData, type PagePart } from './composer.ts'

/** Of how many builds the files are kept: an open page may be one build behind, or some. */
const KEPT_BUILDS = 10

/** What a release says of a page, and what stands in it. */
export interface LocalPage extends Omit<PagePart, 'route'> {
  route: ReleaseRoute
  path: string
}

/** Whether a path is an edition's. */
export const belongsTo = (edition: string, path: string): boolean =>
  path === `/${edition}` || path.startsWith(`/${edition}/`)

/** The newest local release of an edition, and the files of those before it. */
export class LocalEdition {
  readonly edition: string
  readonly #composer = new Composer()
  #newest: { manifest: ReleaseManifest; entry: LineupEntry } | undefined
  #builds: Map<string, Buffer>[] = []

  constructor(edition: string) {
    this.edition = edition
  }

  /** Takes a build. @returns its entry @throws Error saying why a gateway would refuse it; then all stays as it was */
  take(release: MadeRelease): LineupEntry {
    const manifest = release.manifest as ReleaseManifest
    const content = (path: string) => release.files.get(path) as Buffer
    const files = new Map(manifest.files.map(({ path }) => [path, content(path)]))
    const ofPages = [...files].filter(([path]) => /\.(html|css)$/.test(path))
    const texts = Object.fromEntries(ofPages.map(([path, bytes]) => [path, bytes.toString()]))
    const entry = this.#composer.take(content('release.json').toString(), texts)
    this.#builds = [files, ...this.#builds].slice(0, KEPT_BUILDS)
    this.#newest = { manifest, entry }
    return entry
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
  find(path: string): ReleaseRoute | undefined {
    const { routes } = this.#release.manifest
    const found = this.#composer.find(path)
    return routes.find((route) => route.path === found)
  }

  /** Composes a page as the gateway does; null where the data does not have its item. */
  compose(page: PageData): LocalPage | null {
    const part = this.#composer.compose(page)
    const route = part && this.find(page.path)
    return part && route ? { ...part, route, path: page.path } : null
  }

  get #release() {
    if (!this.#newest) throw new Error(`${this.edition} is not built yet`)
    return this.#newest
  }
}
