import { rowAvailableDropsToClaim, rowBalanceWax } from '@fieldhouse/chain-data/client'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { page } from './page'

/** Reads the balance and the claims of whoever is logged in, now and after each login, into the page's shared data. */
export function demandUserData(): void {
  subscribeToUser(read)
  read()
}

function read(): void {
  const user = getUser()
  if (!user) return
  const { network } = page().settings
  const reading = [rowBalanceWax(network, user.accountName), rowAvailableDropsToClaim(network, user.accountName)]
  // Whoever needs them asks again.
  for (const answer of reading) answer.catch(() => {})
}
