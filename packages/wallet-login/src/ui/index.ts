// The lazy part: everything of the wallets that a visitor sees. The wallets have chunks of their own.

import { explain } from '@fieldhouse/wallets'
import type { Page, StartedUi } from '../connection'
import { openLogin } from './login/modal-state'
import { mountOverlay } from './mount-overlay'
import { setPage } from './page'
import { lookUpRecords } from './pending'
import { leaveWallet, signAndSend, warmWallet } from './signed-in'
import { showToast } from './toasts/show'
import { demandUserData } from './user-data'
import { readHints } from './wallets'

/** Mounts it. */
export async function start(page: Page): Promise<StartedUi> {
  await readHints()
  setPage(page)
  mountOverlay()
  demandUserData()
  lookUpRecords()
  return { openLogin, leaveWallet, signAndSend, warmWallet, explain, showToast }
}
