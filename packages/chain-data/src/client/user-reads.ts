import { type AskOptions, ask, type Claim, type Question } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { BALANCE_LIMIT } from '@fieldhouse/contract/constants'
import { rowsAddress, rowsOf } from '../questions/question'
import { readBalance } from '../rows/balance'
import { readClaim } from '../rows/claim'
import { readRows } from '../rows/values'

// What is a user's: parameters and limits of the specification, section 7.

const balance = ({ token }: NetworkSettings, user: string): Question<'userWaxBalance', bigint> => ({
  name: 'userWaxBalance',
  address: rowsAddress('accounts', { account: token, limit: String(BALANCE_LIMIT), isLimited: 'true', scope: user }),
  user,
  read: (body) => readBalance(rowsOf(body)),
})

const claims = (
  { gameContract }: NetworkSettings,
  user: string,
): Question<'availableDropsToClaim', readonly Claim[]> => ({
  name: 'availableDropsToClaim',
  address: rowsAddress('claims', { scope: gameContract, index: user }),
  user,
  read: (body) => readRows(rowsOf(body), readClaim),
})

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
