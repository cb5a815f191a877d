import { type AskOptions, ask, type Claim } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { balance, claims } from '../questions/user'

/**
 * An account's balance in 10^-8 WAX, 0 when it has no row; null, without a request, for an empty account. It is in the
 * shared data too when the account is the remembered user.
 */
export const rowBalanceWax = async (
  network: NetworkSettings,
  account: string,
  options?: AskOptions,
): Promise<bigint | null> => (account === '' ? null : ask(balance(network, account), options))

/**
 * A user's claims, drops to collect and purchases that were made; none, without a request, for an empty user. They are in
 * the shared data too when the user is the remembered one.
 */
export const rowAvailableDropsToClaim = async (
  network: NetworkSettings,
  user: string,
  options?: AskOptions,
): Promise<readonly Claim[]> => (user === '' ? [] : ask(claims(network, user), options))
