import type { LineupEntry, Mount, PageInfo, Report } from '@fieldhouse/contract'
import { SHELL } from './editions'
import { parseMarkup, showHead } from './head'
import { type Islands, reviveIslands } from './islands/islands'
import type { Notice } from './notice/notice'
import { IntegrityError, type Remotes } from './remotes'
import { type LiveRoot, openRoot, type RootContext } from './root'
import { loadStyles } from './styles'

/** The prefix of `useId` in the header, the same as in the prerendered markup (docs/edition-contract.md, "A page"). */
const HEADER_PREFIX = 'h-'

/**
 * Puts a main in the place of the one that stands there.
 *
 * @param alive the islands that live there
 * @returns those that live on, and what changes the page
 */
export type Keep = (
  main: HTMLElement,
  content: DocumentFragment,
  alive: readonly HTMLElement[],
) => { kept: ReadonlySet<HTMLElement>; in: () => void }

/** What the site needs from the page around it. */
export interface SiteDependencies extends Pick<RootContext, 'settings' | 'navigate' | 'report'> {
  document: Document
  page: PageInfo
  remotes: Remotes
  /** Fetches scripts ahead, by their addresses. */
  preload: (addresses: readonly string[]) => void
  notice: Notice
  /** Puts a page's data into the stores. */
  applyData: (page: PageInfo) => void
  /** Shows the page's language and look over the page too: the modals and toasts of the wallets. */
  showOverlay: (page: PageInfo) => void
  /** Changes the page, where the browser can as a transition. */
  transition: (change: () => void) => Promise<void>
  /** Loads the address in full. */
  reload: () => void
  /** Another page stands there now. */
  shown: (page: PageInfo) => void
  /** Code of an edition is about to run for the first time. Answers what says that it has. */
  running: (edition: string, isRendering?: boolean) => () => void
}

/** The page: its header and footer, its main, and what lives in it. */
export class Site {
  /** The page shown. Header and footer are never null: where an answer has none the previous ones stay. */
  page: PageInfo
  readonly #dependencies: SiteDependencies
  /** What the header and every island are given. */
  readonly #shared: Pick<RootContext, 'settings' | 'navigate' | 'report'>
  #header: LiveRoot | undefined
  /** What tries each of those again that failed. */
  readonly #failed = new Map<unknown, () => void>()
  #islands: Islands | undefined
  /** The mains of pages that came and are not shown yet. */
  readonly #mains = new WeakMap<PageInfo, DocumentFragment>()
  #retried = false

  constructor(dependencies: SiteDependencies) {
    this.page = dependencies.page
    this.#dependencies = dependencies
    const { settings, navigate, report } = dependencies
    this.#shared = { settings, navigate, report }
  }

  /** Brings header and islands to life where their markup stands. One that fails stays readable; the others go on. */
  async start(): Promise<void> {
    // Whoever hydrates begins with the empty state, whatever the stores hold.
    this.#dependencies.applyData(this.page)
    await Promise.all([this.#dress(), this.#hydrateHeader()])
  }

  /** Brings the islands to life once all styles are there: the page has those of its own markup, and islands show more. */
  async #dress(): Promise<void> {
    const { edition } = this.page
    const styles = this.page.lineup[edition]?.styles ?? []
    await loadStyles(this.#dependencies.document, styles).catch((error) => {
      this.logError('the styles', edition, error)
    })
    // Another page may have come meanwhile, with its islands.
    if (!this.#islands) this.#revive()
  }

  /** Fetches the styles of the edition that a path is about to show, while its page is on the way. */
  prepare(path: string): void {
    const { lineup } = this.page
    const edition = Object.keys(lineup).find((name) => path === `/${name}` || path.startsWith(`/${name}/`))
    // What does not come is told when the page is shown.
    if (edition) loadStyles(this.#dependencies.document, entryOf(this.page, edition).styles).catch(() => {})
  }

  /**
   * Makes nodes of the main of a page that came, and fetches the styles of other releases in it, and the code of its islands
   * that wait for nobody: it is there when they come to life, or soon after. A page that is only fetched ahead is then ready
   * to be shown.
   */
  receive(page: PageInfo): void {
    const { document } = this.#dependencies
    const main = parseMarkup(document, page.main ?? '')
    this.#mains.set(page, main)
    loadStyles(document, page.styles ?? []).catch(() => {})
    const soon = [...main.querySelectorAll<HTMLElement>('[data-when="sight"], [data-when="idle"]')]
    if (soon.length === 0) return
    const entry = entryOf(page, page.edition)
    const files = soon.flatMap(({ dataset }) => dataset.scripts?.split(' ') ?? [])
    this.#dependencies.preload([entry.entry, ...files.map((file) => entry.base + file)])
    for (const { dataset } of soon) {
      // One that does not come is told where it is brought to life.
      this.#dependencies.remotes.island(page.edition, entry, dataset.island ?? '').catch(() => {})
    }
  }

  /**
   * Shows another page. Its styles are loaded before anything changes; its islands are markup that can be read, and a press on
   * them is kept, until their code is there.
   *
   * @param keep puts the next main in around islands that live on: what the development server does after a build
   * @throws Error when it cannot be loaded; then the page is as it was
   */
  async show(next: PageInfo, abandoned: () => boolean, keep?: Keep): Promise<void> {
    const { document, remotes, transition } = this.#dependencies
    const { main: _, footerMarkup, head = '', snapshot: __, ...rest } = next
    const page = { ...rest, header: next.header ?? this.page.header, footer: next.footer ?? this.page.footer }
    const entry = entryOf(page, page.edition)
    remotes.check(page.edition, entry)
    if (!this.#mains.has(next)) this.receive(next)
    const content = this.#mains.get(next) as DocumentFragment
    this.#mains.delete(next)
    await loadStyles(document, [...(page.styles ?? []), ...entry.styles])
    await transition(() => {
      if (abandoned()) return
      const hasOtherFooter = page.footer !== this.page.footer
      this.page = page
      const element = this.#element('main')
      const put = keep?.(element, content, this.#islands?.alive() ?? [])
      const kept = this.#islands?.leave(put?.kept)
      this.#dependencies.applyData(next)
      showHead(document, page, head)
      this.#dependencies.showOverlay(page)
      if (put) put.in()
      else {
        const fresh = element.cloneNode(false) as HTMLElement
        fresh.append(content)
        element.replaceWith(fresh)
      }
      this.#dependencies.shown(page)
      this.#revive(kept)
      if (hasOtherFooter) this.#showFooter(footerMarkup)
      this.#header?.update(page)
    })
  }

  /** Shows the header of another release of the shell, and its footer. */
  replaceFrame(entry: LineupEntry, mount: Mount, footer: string | undefined): void {
    this.#header?.unmount()
    this.#element('header').replaceChildren()
    this.#openHeader(entry, mount, this.page, false)
    this.#showFooter(footer)
  }

  /** Reports that something could not be loaded, and prints it. The edition is the one whose release it is of. */
  logError(subject: string, edition: string, error: unknown): void {
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
  #revive(kept?: ReturnType<Islands['leave']>): void {
    const { remotes, reload, running } = this.#dependencies
    this.#islands = reviveIslands(
      {
        ...this.#shared,
        remotes,
        reload,
        running: (isRendering) => running(this.page.edition, isRendering),
        failed: (island, again) => this.fail(island, again),
        resolved: (island) => this.resolved(island),
        logError: (subject, edition, error) => this.logError(subject, edition, error),
      },
      this.#element('main'),
      this.page,
      kept,
    )
  }

  async #hydrateHeader(): Promise<void> {
    // The fragment is that of the page that the document came with, also when the visitor is on another one by now.
    const { remotes, page } = this.#dependencies
    try {
      const entry = entryOf(this.page, SHELL)
      const mount = await remotes.load(SHELL, entry)
      if (!mount.roots.includes('header')) return
      const root = this.#openHeader(entry, mount, page, true)
      if (this.page !== page) root.update(this.page)
      this.resolved('header')
    } catch (error) {
      this.logError('header', SHELL, error)
      this.fail('header', () => void this.#hydrateHeader())
    }
  }

  #openHeader(entry: LineupEntry, mount: Mount, page: PageInfo, hydrate: boolean): LiveRoot {
    const { reload, running } = this.#dependencies
    const onFailed = (_: LiveRoot, restored: boolean) => {
      // It has shown a page that came by navigation, and has no fragment of that; the gateway has one.
      if (!restored) return reload()
      delete this.#element('header').dataset.alive
      this.fail('header', () => void this.#hydrateHeader())
    }
    const element = this.#element('header')
    // From here on React hears what is pressed.
    element.dataset.alive = ''
    this.#header = openRoot(
      {
        ...this.#shared,
        running: (isRendering) => running(SHELL, isRendering),
        onFailed,
        onMissing: () => this.fail('header', reload),
      },
      {
        name: 'header',
        element,
        entry,
        mount: (element, props) =>
          mount(element, {
            ...props,
            onReady: () => {
              props.onReady()
              // After the effects that React runs then.
              setTimeout(() => pressAgain(element))
            },
          }),
        page,
        identifierPrefix: HEADER_PREFIX,
        hydrate,
      },
    )
    return this.#header
  }

  #showFooter(markup: string | undefined): void {
    if (markup !== undefined) this.#element('footer').replaceChildren(parseMarkup(this.#dependencies.document, markup))
  }

  /** What was missing is there, or gone with its page. */
  resolved(what: unknown): void {
    if (this.#failed.delete(what) && this.#failed.size === 0) this.#dependencies.notice.hide()
  }

  /**
   * Says that a part of the page is missing, until it is resolved.
   *
   * @param again tries it again
   */
  fail(what: unknown, again: () => void): void {
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

  #element(name: 'header' | 'main' | 'footer'): HTMLElement {
    return this.#dependencies.document.getElementById(`fh-${name}`) as HTMLElement
  }
}

/** Presses the button that was pressed before the header lived: the page's own script has kept its name. */
function pressAgain(header: HTMLElement): void {
  const { pressed } = header.dataset
  delete header.dataset.pressed
  if (pressed) header.querySelector<HTMLElement>(`button[name="${pressed}"]`)?.click()
}

/** A page's lineup has its edition, shell and host (docs/edition-contract.md, "A page"). */
const entryOf = ({ lineup }: PageInfo, edition: string) => lineup[edition] as LineupEntry
