import type { NetworkSettings } from '@fieldhouse/contract'
import { BALANCE_LIMIT } from '@fieldhouse/contract/constants'
import { readBalance } from '../rows/balance'
import { readClaim } from '../rows/claim'
import { readRows } from '../rows/values'
import type { Claim } from '../store/app-data'
import { type Question, rowsAddress, rowsOf } from './question'

// What is a user's: parameters and limits of the specification, section 7.

export const balance = ({ token }: NetworkSettings, user: string): Question<'userWaxBalance', bigint> => ({
  name: 'userWaxBalance',
  address: rowsAddress('accounts', { account: token, limit: String(BALANCE_LIMIT), isLimited: 'true', scope: user }),
  user,
  read: (body) => readBalance(rowsOf(body)),
})

export const claims = (
  { gameContract }: NetworkSettings,
  user: string,
): Question<'availableDropsToClaim', readonly Claim[]> => ({
  name: 'availableDropsToClaim',
  address: rowsAddress('claims', { scope: gameContract, index: user }),
  user,
  read: (body) => readRows(rowsOf(body), readClaim),
})
