// The lazy part: everything of the wallets that a visitor sees. The wallets have chunks of their own.

import { rowAvailableDropsToClaim, rowBalanceWax } from '@fieldhouse/chain-data/client'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { explain } from '@fieldhouse/wallets'
import type { Page, StartedUi } from '../connection'
import { openLogin } from './login/modal-state'
import { mountOverlay } from './Overlay'
import { page, setPage } from './page'
import { followStoredRecords, leaveWallet, signAndSend, warmWallet } from './signed-in'
import { showToast } from './toasts/store'
import { readHints } from './wallets'

/** Mounts it. */
export async function start(page: Page): Promise<StartedUi> {
  await readHints()
  setPage(page)
  mountOverlay()
  subscribeToUser(readUserData)
  readUserData()
  followStoredRecords()
  return { openLogin, leaveWallet, signAndSend, warmWallet, explain, showToast }
}

/** Reads the balance and the claims of whoever is logged in into the page's shared data. */
function readUserData(): void {
  const user = getUser()
  if (!user) return
  const { network } = page().settings
  const reading = [rowBalanceWax(network, user.accountName), rowAvailableDropsToClaim(network, user.accountName)]
  // Whoever needs them asks again.
  for (const answer of reading) answer.catch(() => {})
}
