import { type Cell, createCell } from '@fieldhouse/chain-data'
import type { Language, PageInfo, Report, SiteSettings } from '@fieldhouse/contract'
import type { Explanation, Explicable, Landed, TransactionRequest, User } from '@fieldhouse/wallets'
import { activate, readUser } from './user/store'

/** A short message at the top right (specification, section 2, Header). */
export interface Toast {
  /** `error` is said at once by a screen reader, the others when it has finished speaking. */
  kind: 'info' | 'success' | 'error'
  /** The first line, in the page's language. */
  text: string
  /** The lines below it: what happened and what to do. */
  more?: string
  /** What support asks for, to copy. */
  support?: string
}

/** The lazy part, the module `@fieldhouse/wallet-login/ui`: everything of the wallets that a visitor sees. */
export interface Ui {
  /** Called once, with what is no part of the public entry: only this part may use it. */
  start: (page: Page) => Promise<StartedUi>
}

/** What the lazy part works with. */
export interface Page extends Pick<Connection, 'settings' | 'report'> {
  shown: Cell<PageInfo | null>
  /** @param kept whether the browser's storage has the record too */
  activate: (user: User, kept: boolean) => void
  /** Reads the stored records again. */
  readUser: () => void
}

/** What visitors see, on the page. */
export interface StartedUi {
  openLogin: () => Promise<User | null>
  leaveWallet: (user: User) => Promise<void>
  signAndSend: (request: TransactionRequest, popup: Window | null, asker: User | null) => Promise<Landed>
  warmWallet: () => void
  explain: (error: Explicable, language: Language) => Explanation
  showToast: (toast: Toast) => void
}

/** What the host gives the wallets of a page. */
export interface Connection {
  /** Fetches the lazy part with its style sheet; rejects when it takes too long. */
  loadUi: () => Promise<Ui>
  settings: SiteSettings
  /** Sends a report to `/_report`; edition, release and path are filled in. */
  report: (report: Pick<Report, 'kind' | 'message'> & { stack?: string }) => void
  /** Loads the page in full: after logging out, nothing of the user is left in it. */
  reload: () => void
  /** Says that a part of the page could not be loaded, and offers to load it in full. */
  unavailable: () => void
}

/** The page's connection; null until the host has made it. */
export const connection = createCell<Connection | null>(null)

/** The page shown; null until the host has connected. */
export const shownPage = createCell<PageInfo | null>(null)

/** @throws Error when the host has not connected */
export const connected = (): Connection => {
  const made = connection.get()
  if (!made) throw new Error('using the wallets: the host has not connected them to the page')
  return made
}

let loading: Promise<StartedUi> | undefined

/** Fetches the lazy part, once. It rejects when it can't be had in time; the next call tries again. */
export const loadUi = (): Promise<StartedUi> => {
  const { loadUi, settings, report } = connected()
  loading ??= loadUi().then(
    ({ start }) => start({ settings, report, shown: shownPage, activate, readUser }),
    (error) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

/** The lazy part, or null after the page has said that it cannot be loaded. */
export const demandUi = async (): Promise<StartedUi | null> => {
  const { unavailable, report } = connected()
  try {
    return await loadUi()
  } catch (error) {
    report({ kind: 'remote', message: `wallets: ${error instanceof Error ? error.message : String(error)}` })
    unavailable()
    return null
  }
}
