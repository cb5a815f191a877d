import type { Json, LineupEntry, PageInfo, When } from '@fieldhouse/contract'
import type { Remotes } from '../remotes'
import { type LiveRoot, openRoot, type RootContext } from '../root'
import type { Trigger } from './triggers'
import { idle, intent, sight } from './triggers'

const TRIGGERS: Record<When, Trigger> = { sight, idle, intent }

/** What islands need from the page. */
export interface IslandsContext extends Pick<RootContext, 'settings' | 'navigate' | 'report' | 'running'> {
  remotes: Remotes
  /** An island is dead or could not be loaded; its markup stands where it was. Called with what tries it again. */
  failed: (island: object, again: () => void) => void
  /** Loads the page in full: a part of a living island could not be loaded. */
  reload: () => void
  /** Reports what could not be loaded. */
  logError: (subject: string, edition: string, error: unknown) => void
  /** An island lives, or is gone with its page. */
  resolved: (island: object) => void
}

/** The islands of the main that is shown. */
export interface Islands {
  /** Those that live. */
  alive: () => HTMLElement[]
  /**
   * Unmounts them, and forgets those that were not loaded: their page is leaving.
   *
   * @param kept those that stay, for the islands of the next main
   */
  leave: (kept?: ReadonlySet<HTMLElement>) => LiveIslands
}

/** Living islands by their elements, with what ends them. */
type LiveIslands = ReadonlyMap<HTMLElement, Living>

interface Living {
  isAlive: () => boolean
  end: () => void
}

/**
 * Brings the islands of a main to life, each when its time comes: the same on a first page and on every later one. It stays
 * as the markup that it is until then, and when its code does not come or fails.
 *
 * @param main what the gateway composed, in the document
 * @param kept those in it that live already
 */
export function reviveIslands(
  context: IslandsContext,
  main: HTMLElement,
  page: PageInfo,
  kept: LiveIslands = new Map(),
): Islands {
  const entry = page.lineup[page.edition] as LineupEntry
  const islands = new Map(kept)
  for (const element of main.querySelectorAll<HTMLElement>('[data-island]')) {
    if (islands.has(element)) continue
    let left = false
    const { island = '', when = 'idle', prefix = '', props = 'null' } = element.dataset
    let root: LiveRoot | undefined
    const load = async () => {
      try {
        const mount = await context.remotes.island(page.edition, entry, island)
        if (left) return
        root = openRoot(
          { ...context, onFailed: fail, onMissing: () => context.failed(element, context.reload) },
          {
            name: island,
            element,
            entry,
            mount,
            page,
            identifierPrefix: prefix,
            hydrate: true,
            props: JSON.parse(props) as Json,
          },
        )
        context.resolved(element)
      } catch (error) {
        context.logError(island, page.edition, error)
        fail()
      }
    }
    const fail = () => {
      if (!left) context.failed(element, () => void load())
    }
    const forget = TRIGGERS[when as When](element, () => void load())
    islands.set(element, {
      isAlive: () => root?.alive === true,
      end: () => {
        left = true
        forget()
        root?.unmount()
        context.resolved(element)
      },
    })
  }
  return {
    alive: () => [...islands].flatMap(([element, { isAlive }]) => (isAlive() ? [element] : [])),
    leave(staying) {
      for (const [element, { end }] of islands) {
        if (staying?.has(element)) continue
        islands.delete(element)
        end()
      }
      return islands
    },
  }
}
