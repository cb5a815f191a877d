import { type AskOptions, ask, type Claim, type Question } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowsAddress, rowsOf } from '../question'
import { readClaim } from '../rows/claims'
import { readRows } from '../rows/values'

const claims = (
  { gameContract }: NetworkSettings,
  user: string,
): Question<'availableDropsToClaim', readonly Claim[]> => ({
  name: 'availableDropsToClaim',
  address: rowsAddress('claims', { scope: gameContract, index: user }),
  user,
  read: (body) => readRows(rowsOf(body), readClaim),
})

/** None, without a request, for an empty user. The shared data has them only of the remembered one. */
export const rowAvailableDropsToClaim = async (
  network: NetworkSettings,
  user: string,
  options?: AskOptions,
): Promise<readonly Claim[]> => (user === '' ? [] : ask(claims(network, user), options))
