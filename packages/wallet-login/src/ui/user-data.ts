import { rowAvailableDropsToClaim, rowBalanceWax } from '@fieldhouse/chain-data/client'
import { connected, getUser, subscribeToUser } from '@fieldhouse/wallet-login'

/** Reads the balance and the claims of whoever is logged in, now and after each login, into the page's shared data. */
export function demandUserData(): void {
  subscribeToUser(read)
  read()
}

function read(): void {
  const user = getUser()
  if (!user) return
  const { network } = connected().settings
  const reading = [rowBalanceWax(network, user.accountName), rowAvailableDropsToClaim(network, user.accountName)]
  // Whoever needs them asks again.
  for (const answer of reading) answer.catch(() => {})
}
