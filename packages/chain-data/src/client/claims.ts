import { type AskOptions, ask, type Claim, type Question } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowsAddress, rowsOf } from '../question'
import { openClaims, readClaim } from '../rows/claims'
import { readRows, unreadable } from '../rows/values'

const claims = (
  { gameContract }: NetworkSettings,
  user: string,
): Question<'availableDropsToClaim', readonly Claim[]> => ({
  name: 'availableDropsToClaim',
  address: rowsAddress('claims', { scope: gameContract, index: user }),
  user,
  read: (body) => {
    const read = readRows(rowsOf(body), readClaim)
    const { more } = Object(body)
    // Where rows are missing, that none of the others waits does not say that none does.
    return more !== true || openClaims(read, Date.now()).length > 0 ? read : unreadable('more', more, 'false')
  },
})

/** None, without a request, for an empty user. The shared data has them only of the remembered one. */
export const rowAvailableDropsToClaim = async (
  network: NetworkSettings,
  user: string,
  options?: AskOptions,
): Promise<readonly Claim[]> => (user === '' ? [] : ask(claims(network, user), options))
