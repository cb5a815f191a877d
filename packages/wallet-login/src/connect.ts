import type { PageInfo } from '@fieldhouse/contract'
import { atFirstSign, subscribeToStorage, whenIdle } from '@fieldhouse/contract/browser'
import { type Connection, connection, loadUi, shownPage } from './connection'
import { RECORDS, readUser } from './user/store'

export type { Connection, Ui } from './connection'

/**
 * Connects the wallets to the page: called by the host, once, before it hydrates. A stored user becomes the active one,
 * another tab's login or logout shows here, and the login modal's chunk is fetched once the visitor has given a first sign and
 * the page has nothing else to do.
 *
 * @returns shows another page: language and look follow it
 */
export function connect(made: Connection, page: PageInfo): (page: PageInfo) => void {
  connection.set(made)
  shownPage.set(page)
  readUser()
  subscribeToStorage((changed) => RECORDS.some(([key]) => key === changed), readUser)
  atFirstSign(() => {
    if (document.readyState === 'complete') warmWhenIdle()
    else addEventListener('load', warmWhenIdle, { once: true })
  })
  return shownPage.set
}

const warmWhenIdle = () => whenIdle(() => void loadUi().catch(() => {}))
