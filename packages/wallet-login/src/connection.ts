import { createCell } from '@fieldhouse/chain-data'
import type { PageInfo, Report, SiteSettings } from '@fieldhouse/contract'
import type { Ui } from './ui'

/** What the host gives the wallets of a page. */
export interface Connection {
  /** Fetches the lazy part, the module `@fieldhouse/wallet-login/ui`, with its style sheet; rejects when it takes too long. */
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
