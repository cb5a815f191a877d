import { wait } from '@fieldhouse/chain-data'
import type { LineupEntry, Mount, PageInfo, Report, RootName } from '@fieldhouse/contract'
import { showHead } from './head'
import { type Islands, reviveIslands } from './islands/islands'
import { parseMain } from './main-content'
import type { Notice } from './notice/notice'
import { IntegrityError, type Remotes } from './remotes'
import { type LiveRoot, openRoot, type RootContext } from './root'
import { loadStyles, removeStyles } from './styles'

/** The release of this script, and of the libraries that all others share. */
export const HOST = 'host'

/** The edition whose release holds everything around main. */
const SHELL = 'shell'

const FRAME: readonly RootName[] = ['header', 'footer']

/** The prefixes of `useId`, the same as in the prerendered markup (docs/edition-contract.md, "A page"). */
const IDENTIFIER_PREFIX: Record<RootName, string> = { header: 'h-', footer: 'f-' }

/** How long a page that is ready waits for the code of what is seen first, milliseconds: its markup is there without. */
const SIGHT_WAIT = 500

/** What the site needs from the page around it. */
export interface SiteDependencies extends Pick<RootContext, 'settings' | 'navigate' | 'report'> {
  document: Document
  page: PageInfo
  remotes: Remotes
  notice: Notice
  /** Asks the gateway for the page that is shown, of another lineup; null when it has none. */
  compose: (before: PageInfo) => Promise<PageInfo | null>
  /** Puts a page's data into the stores. */
  applyData: (page: PageInfo) => void
  /** Shows the page's language and look over the page too: the modals and toasts of the wallets. */
  showOverlay: (page: PageInfo) => void
  /** Changes the page, where the browser can as a transition. */
  transition: (change: () => void) => Promise<void>
  /** Loads the address in full. */
  reload: () => void
}

/** The page: its header and footer, its main, and what lives in it. */
export class Site {
  /** The page shown. Header and footer are never null: an unknown path keeps the previous ones. */
  page: PageInfo
  readonly #dependencies: SiteDependencies
  readonly #roots = new Map<RootName, LiveRoot>()
  /** What tries each of those again that failed. */
  readonly #failed = new Map<unknown, () => void>()
  #islands: Islands | undefined
  #retried = false

  constructor(dependencies: SiteDependencies) {
    this.page = dependencies.page
    this.#dependencies = dependencies
  }

  /** Brings header, footer and islands to life where their markup stands. One that fails stays readable; the others go on. */
  async start(): Promise<void> {
    // Whoever hydrates begins with the empty state, whatever the stores hold.
    this.#dependencies.applyData(this.page)
    this.#revive()
    await Promise.all(FRAME.map((name) => this.#hydrate(name)))
  }

  /**
   * Shows another page. What it needs is loaded before anything changes.
   *
   * @throws Error when it cannot be loaded; then the page is as it was
   */
  async show(next: PageInfo, abandoned: () => boolean): Promise<void> {
    const { document, remotes, transition } = this.#dependencies
    const { main = '', snapshot: _, ...rest } = next
    const page = { ...rest, header: next.header ?? this.page.header, footer: next.footer ?? this.page.footer }
    const entry = entryOf(page, page.edition)
    remotes.check(page.edition, entry)
    const content = parseMain(document, main)
    await Promise.all([loadStyles(document, entry.styles), this.#loadSeen(content, page)])
    await transition(() => {
      if (abandoned()) return
      this.page = page
      this.#islands?.leave()
      this.#dependencies.applyData(next)
      showHead(document, page)
      this.#dependencies.showOverlay(page)
      const element = this.#element('main')
      const fresh = element.cloneNode(false) as HTMLElement
      fresh.append(content)
      element.replaceWith(fresh)
      this.#revive()
      for (const name of FRAME) this.#roots.get(name)?.update(page)
    })
  }

  /**
   * Puts another release of an edition in place, without a reload: what the development server does after a build.
   *
   * @throws Error when the release cannot be loaded; then the page is as it was
   */
  async replaceRelease(edition: string, entry: LineupEntry, signedLineup: string): Promise<void> {
    const { document, remotes, compose } = this.#dependencies
    const previous = this.page.lineup[edition]
    const lineup = { ...this.page.lineup, [edition]: entry }
    const [mount, page] = await Promise.all([
      remotes.load(edition, entry),
      edition === this.page.edition ? compose({ ...this.page, lineup, signedLineup }) : null,
      loadStyles(document, entry.styles),
    ])
    this.page = { ...this.page, lineup, signedLineup }
    if (page) await this.show({ ...page, lineup, signedLineup, path: this.page.path }, () => false)
    if (edition === SHELL) {
      for (const name of FRAME) {
        const element = this.#element(name)
        this.#roots.get(name)?.unmount()
        element.replaceChildren()
        if (mount.roots.includes(name)) this.#open(name, entry, mount, this.page, false)
      }
    }
    if (previous)
      removeStyles(
        document,
        previous.styles.filter((address) => !entry.styles.includes(address)),
      )
  }

  /** Reports that something could not be loaded, and prints it. */
  tell(subject: string, edition: string, error: unknown): void {
    const report: Report = {
      kind: error instanceof IntegrityError ? 'integrity' : 'remote',
      message: `${subject}: ${error instanceof Error ? error.message : String(error)}`,
      edition,
      release: this.page.lineup[edition]?.release ?? '',
      path: this.page.path,
      ...(error instanceof Error && error.stack ? { stack: error.stack } : {}),
    }
    this.#dependencies.report(report)
    console.error(`Fieldhouse could not load ${report.message}`)
  }

  /** The islands of the main that stands in the page: the first one and each later one. */
  #revive(): void {
    const { settings, navigate, report, remotes } = this.#dependencies
    this.#islands = reviveIslands(
      {
        settings,
        navigate,
        report,
        remotes,
        onMissing: () => this.#missing(),
        failed: (island, again) => this.#fail(island, again),
        settled: (island) => this.#settled(island),
        tell: (subject, edition, error) => this.tell(subject, edition, error),
      },
      this.#element('main'),
      this.page,
    )
  }

  /** Loads the code of the islands that are seen first. One that does not come is told where it is brought to life. */
  async #loadSeen(content: DocumentFragment, page: PageInfo): Promise<void> {
    const seen = [...content.querySelectorAll<HTMLElement>('[data-when="sight"]')]
    if (seen.length === 0) return
    const loaded = this.#dependencies.remotes
      .load(page.edition, entryOf(page, page.edition))
      .then((mount) => Promise.all(seen.map(({ dataset }) => mount.island(dataset.island ?? ''))))
    await Promise.race([loaded.catch(() => {}), wait(SIGHT_WAIT)])
  }

  async #hydrate(name: RootName): Promise<void> {
    // The fragments are those of the page that the document came with, also when the visitor is on another one by now.
    const { remotes, page } = this.#dependencies
    try {
      const entry = entryOf(this.page, SHELL)
      const mount = await remotes.load(SHELL, entry)
      if (!mount.roots.includes(name)) return
      const root = this.#open(name, entry, mount, page, true, () => {
        // Not before the fragment is hydrated, nor in the middle of it: React would throw the fragment away.
        queueMicrotask(() => {
          if (this.page !== page) root.update(this.page)
        })
      })
      this.#settled(name)
    } catch (error) {
      this.tell(name, SHELL, error)
      this.#fail(name, () => void this.#hydrate(name))
    }
  }

  #open(
    name: RootName,
    entry: LineupEntry,
    mount: Mount,
    page: PageInfo,
    hydrate: boolean,
    onReady: () => void = () => {},
  ): LiveRoot {
    const { settings, navigate, report, reload } = this.#dependencies
    const onFailed = (_: LiveRoot, restored: boolean) => {
      // It has shown a page that came by navigation, and has no fragment of that; the gateway has one.
      if (!restored) return reload()
      this.#fail(name, () => void this.#hydrate(name))
    }
    const root = openRoot(
      { settings, navigate, report, onFailed, onMissing: () => this.#missing() },
      {
        name,
        element: this.#element(name),
        entry,
        mount,
        page,
        identifierPrefix: IDENTIFIER_PREFIX[name],
        hydrate,
        onReady,
      },
    )
    this.#roots.set(name, root)
    return root
  }

  #missing(): void {
    this.#dependencies.notice.show(this.#dependencies.reload)
  }

  #settled(what: unknown): void {
    if (this.#failed.delete(what) && this.#failed.size === 0) this.#dependencies.notice.hide()
  }

  #fail(what: unknown, again: () => void): void {
    const { notice, reload } = this.#dependencies
    this.#failed.set(what, again)
    notice.show(() => {
      // What failed twice may be remembered by the browser: only a new document forgets it.
      if (this.#retried) return reload()
      this.#retried = true
      notice.hide()
      for (const retry of [...this.#failed.values()]) retry()
    })
  }

  #element(name: RootName | 'main'): HTMLElement {
    return this.#dependencies.document.getElementById(`fh-${name}`) as HTMLElement
  }
}

/** A page's lineup has its edition, shell and host (docs/edition-contract.md, "A page"). */
const entryOf = ({ lineup }: PageInfo, edition: string) => lineup[edition] as LineupEntry
