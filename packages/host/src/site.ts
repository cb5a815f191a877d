import type { LineupEntry, Mount, PageInfo, Report, RootName } from '@fieldhouse/contract'
import { showHead } from './head'
import type { Notice } from './notice/notice'
import { IntegrityError, type Remotes } from './remotes'
import { type LiveRoot, openRoot, type RootContext } from './root'
import { loadStyles, removeStyles } from './styles'

/** The edition whose release holds everything around main. */
export const SHELL = 'shell'

const FRAME: readonly RootName[] = ['header', 'footer']

/** What the site needs from the page around it. */
export interface SiteDependencies extends Pick<RootContext, 'settings' | 'navigate' | 'report'> {
  document: Document
  page: PageInfo
  remotes: Remotes
  notice: Notice
  /** Puts the page's data into the stores; called once main is hydrated, or can never be, and before each later page. */
  applyData: (page: PageInfo) => void
  /** Shows the page's language and look over the page too: the modals and toasts of the wallets. */
  showOverlay: (page: PageInfo) => void
  /** Loads the address in full. */
  reload: () => void
}

/** The roots of the page and what they show. */
export class Site {
  /** The page shown. Header and footer are never null: an unknown path keeps the previous ones. */
  page: PageInfo
  readonly #dependencies: SiteDependencies
  readonly #roots = new Map<RootName, LiveRoot>()
  readonly #failed = new Set<RootName>()
  #retried = false
  #dataApplied = false

  constructor(dependencies: SiteDependencies) {
    this.page = dependencies.page
    this.#dependencies = dependencies
  }

  /** Hydrates every root where its fragment stands. One that fails stays readable; the others go on. */
  async start(): Promise<void> {
    const { page } = this
    const opened: Promise<void>[] = FRAME.map((name) => this.#hydrate(name, SHELL))
    // The gateway's apology (503) is no route of anybody: it is read, not hydrated.
    if (page.status === 503) this.#applyData()
    else opened.push(this.#hydrate('main', page.edition))
    await Promise.all(opened)
  }

  /**
   * Shows another page. What it needs is loaded before anything changes.
   *
   * @throws Error when it cannot be loaded; then the page is as it was
   */
  async show(next: PageInfo, abandoned: () => boolean): Promise<void> {
    const { document, remotes, notice } = this.#dependencies
    const page = { ...next, header: next.header ?? this.page.header, footer: next.footer ?? this.page.footer }
    const main = this.#roots.get('main')
    if (main?.alive && main.edition === page.edition) {
      if (abandoned()) return
      this.#settle(page)
      main.update(page)
    } else {
      const entry = entryOf(page, page.edition)
      const [mount] = await Promise.all([remotes.load(page.edition, entry), loadStyles(document, entry.styles)])
      if (abandoned()) return
      this.#settle(page)
      this.#replaceMain(page, entry, mount)
    }
    this.#failed.delete('main')
    if (this.#failed.size === 0) notice.hide()
    for (const name of FRAME) this.#roots.get(name)?.update(page)
  }

  /**
   * Puts another release of an edition in place, without a reload: what the development server does after a build.
   *
   * @throws Error when the release cannot be loaded; then the page is as it was
   */
  async replaceRelease(edition: string, entry: LineupEntry, signedLineup: string): Promise<void> {
    const { document, remotes } = this.#dependencies
    const previous = this.page.lineup[edition]
    const [mount] = await Promise.all([remotes.load(edition, entry), loadStyles(document, entry.styles)])
    const page = { ...this.page, lineup: { ...this.page.lineup, [edition]: entry }, signedLineup }
    this.page = page
    if (edition === page.edition) this.#replaceMain(page, entry, mount)
    if (edition === SHELL) {
      for (const name of FRAME) {
        const element = this.#element(name)
        this.#roots.get(name)?.unmount()
        element.replaceChildren()
        if (mount.roots.includes(name)) this.#open(name, element, edition, entry, mount, page, false)
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

  async #hydrate(name: RootName, edition: string): Promise<void> {
    // The fragments are those of the page that the document came with, also when the visitor is on another one by now.
    const { remotes, page } = this.#dependencies
    try {
      const entry = entryOf(this.page, edition)
      const mount = await remotes.load(edition, entry)
      if (this.#replaced(name) || !mount.roots.includes(name)) return
      const root = this.#open(name, this.#element(name), edition, entry, mount, page, true, () => {
        if (name === 'main') this.#applyData()
        // Not before the fragment is hydrated, nor in the middle of it: React would throw the fragment away.
        queueMicrotask(() => {
          if (this.page !== page) root.update(this.page)
        })
      })
      this.#failed.delete(name)
    } catch (error) {
      this.tell(name, edition, error)
      if (this.#replaced(name)) return
      if (name === 'main') this.#applyData()
      this.#failed.add(name)
      this.#offerRetry()
    }
  }

  /** Whether another root stands where the fragment was: the visitor went to another page meanwhile. */
  #replaced(name: RootName): boolean {
    return this.#roots.get(name)?.alive === true
  }

  #open(
    name: RootName,
    element: HTMLElement,
    edition: string,
    entry: LineupEntry,
    mount: Mount,
    page: PageInfo,
    hydrate: boolean,
    onReady?: () => void,
  ): LiveRoot {
    const { settings, navigate, report, notice, reload } = this.#dependencies
    const onFailed = (root: LiveRoot, restored: boolean) => {
      // Another root may have taken its place since.
      if (this.#roots.get(name) !== root) return
      // A page that came by navigation has no fragment to fall back to; the gateway has one.
      if (!restored) return reload()
      if (name === 'main') this.#applyData()
      this.#failed.add(name)
      this.#offerRetry()
    }
    const context = { settings, navigate, report, onFailed, onMissing: () => notice.show(reload) }
    const root = openRoot(context, name, element, edition, entry, mount, page, hydrate, onReady)
    this.#roots.set(name, root)
    return root
  }

  /** The new main is complete before the old one goes: nothing blank is ever painted. */
  #replaceMain(page: PageInfo, entry: LineupEntry, mount: Mount): void {
    const element = this.#element('main')
    const previous = this.#roots.get('main')
    const fresh = element.cloneNode(false) as HTMLElement
    const root = this.#open('main', fresh, page.edition, entry, mount, page, false)
    if (!root.alive) {
      if (previous) this.#roots.set('main', previous)
      else this.#roots.delete('main')
      throw new Error(`showing ${page.path}: main of ${page.edition} failed while it was rendered`)
    }
    element.replaceWith(fresh)
    previous?.unmount()
  }

  /** The page's own parts that no root holds. */
  #settle(page: PageInfo): void {
    this.page = page
    // Before it renders: a root that is not hydrated shows its data at once.
    this.#dependencies.applyData(page)
    showHead(this.#dependencies.document, page)
    this.#dependencies.showOverlay(page)
  }

  #applyData(): void {
    if (this.#dataApplied) return
    this.#dataApplied = true
    this.#dependencies.applyData(this.#dependencies.page)
  }

  #offerRetry(): void {
    const { notice, reload } = this.#dependencies
    notice.show(() => {
      // What failed twice may be remembered by the browser: only a new document forgets it.
      if (this.#retried) return reload()
      this.#retried = true
      notice.hide()
      for (const name of [...this.#failed]) void this.#hydrate(name, name === 'main' ? this.page.edition : SHELL)
    })
  }

  #element(name: RootName): HTMLElement {
    return this.#dependencies.document.getElementById(`fh-${name}`) as HTMLElement
  }
}

/** A page's lineup has its edition and the shell (docs/edition-contract.md, "A page"). */
const entryOf = ({ lineup }: PageInfo, edition: string) => lineup[edition] as LineupEntry
