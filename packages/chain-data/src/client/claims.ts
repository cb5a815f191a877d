import { type AskOptions, ask, type Claims, gatewayNow, type Question } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowsAddress, rowsOf } from '../question'
import { openClaims, readClaim } from '../rows/claims'
import { readRows, unreadable } from '../rows/values'

const claims = ({ gameContract }: NetworkSettings, user: string): Question<'availableDropsToClaim', Claims> => ({
  name: 'availableDropsToClaim',
  address: rowsAddress('claims', { scope: gameContract, index: user }),
  user,
  read: (body) => {
    const read = readRows(rowsOf(body), readClaim)
    const { more } = Object(body)
    if (more !== true) return read
    // That none of the others waits does not say that none does.
    return openClaims(read, gatewayNow()).length > 0
      ? Object.assign(read, { isCut: true })
      : unreadable('more', more, 'false')
  },
})

/** None, without a request, for an empty user. The shared data has them only of the remembered one. */
export const rowAvailableDropsToClaim = async (
  network: NetworkSettings,
  user: string,
  options?: AskOptions,
): Promise<Claims> => (user === '' ? [] : ask(claims(network, user), options))
