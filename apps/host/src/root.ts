import type {
  Json,
  LineupEntry,
  Mounted,
  MountProps,
  MountRoot,
  PageInfo,
  Report,
  SiteSettings,
} from '@fieldhouse/contract'

/** What every root is given. */
export interface RootContext {
  settings: SiteSettings
  navigate: (href: string) => void
  report: (report: Report) => void
  /**
   * A root is dead: React could not go on. Called once it is taken down.
   *
   * @param restored whether its fragment stands there again: false once the root has shown a page that came by navigation
   */
  onFailed: (root: LiveRoot, restored: boolean) => void
  /** A part of a living root could not be loaded; what stands in its place can be read. */
  onMissing: () => void
  /** The root's code is about to run: React renders it, or runs its effects. Answers what says that it has, or never will. */
  running: (isRendering?: boolean) => () => void
}

/** A React root on the page. */
export interface LiveRoot {
  /** False once it has failed or was unmounted. */
  readonly alive: boolean
  /** Shows another page, once the fragment is hydrated. */
  update: (page: PageInfo) => void
  unmount: () => void
}

/** A root or an island that is about to live. */
export interface Opening {
  /** The root, or the island's name. */
  name: string
  element: HTMLElement
  entry: LineupEntry
  mount: MountRoot
  page: PageInfo
  /** Of `useId`, the same as in the prerendered markup (docs/edition-contract.md, "A page"). */
  identifierPrefix: string
  /** Whether the element holds the root's fragment; otherwise it is empty. */
  hydrate: boolean
  /** An island's. */
  props?: Json
}

/**
 * Mounts a root and puts its fragment back when React gives up on it. The fragment is kept as nodes: Trusted Types refuse
 * markup.
 *
 * @throws what `mount` throws
 */
export function openRoot(context: RootContext, opening: Opening): LiveRoot {
  const { name, element, entry, mount, page, identifierPrefix, hydrate, props } = opening
  let fragment = hydrate ? [...element.childNodes].map((node) => node.cloneNode(true)) : null
  let mounted: Mounted | null = null
  let isReady = false
  let waiting: PageInfo | null = null
  const root = {
    alive: true,
    update: (next: PageInfo) => {
      if (!root.alive) return
      // It is the first page's, and another address stands above the root now.
      fragment = null
      // Not before the fragment is hydrated, nor in the middle of it: React would throw the fragment away.
      if (isReady) mounted?.update(next)
      else waiting = next
    },
    unmount: () => {
      root.alive = false
      hasRun()
      mounted?.unmount()
    },
  }
  const fail = () => {
    if (!root.alive) return
    root.alive = false
    hasRun()
    // React reports while it is still committing: the root can be taken down only after that.
    setTimeout(() => {
      mounted?.unmount()
      if (fragment) element.replaceChildren(...fragment)
      context.onFailed(root, fragment !== null)
    })
  }
  let hasRun = context.running(true)
  const given: MountProps = {
    root: name,
    identifierPrefix,
    hydrate,
    page,
    settings: context.settings,
    base: entry.base,
    ...(props !== undefined && { props }),
    navigate: context.navigate,
    report: (report) => {
      context.report(report)
      if (report.kind === 'uncaught') fail()
      else if (report.kind === 'remote') context.onMissing()
    },
    onReady: () => {
      isReady = true
      hasRun()
      hasRun = context.running()
      queueMicrotask(() => waiting && root.update(waiting))
      // After the effects that React runs then.
      setTimeout(hasRun)
    },
  }
  try {
    mounted = mount(element, given)
  } catch (error) {
    hasRun()
    throw error
  }
  return root
}
